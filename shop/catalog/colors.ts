/** A family of colors, as filters group them; color_family() in the database assigns one to each variant. */
export type ColorFamily = {
  slug: string
  name: string
  /** Null for patterns. */
  hex: string | null
}

/** In display order: from dark to light, then round the rainbow. */
const families: ColorFamily[] = [
  { slug: 'siyah', name: 'Siyah', hex: '#2a2829' },
  { slug: 'gri', name: 'Gri', hex: '#8d8c8b' },
  { slug: 'beyaz', name: 'Beyaz', hex: '#f8f6f1' },
  { slug: 'krem', name: 'Krem', hex: '#ece2d0' },
  { slug: 'bej', name: 'Bej', hex: '#cdbb9f' },
  { slug: 'kahverengi', name: 'Kahverengi', hex: '#80583c' },
  { slug: 'sari', name: 'Sarı', hex: '#dfb54c' },
  { slug: 'turuncu', name: 'Turuncu', hex: '#c86d48' },
  { slug: 'kirmizi', name: 'Kırmızı', hex: '#b3281e' },
  { slug: 'bordo', name: 'Bordo', hex: '#6c2731' },
  { slug: 'pembe', name: 'Pembe', hex: '#d9a8a2' },
  { slug: 'mor', name: 'Mor', hex: '#7d5a8c' },
  { slug: 'lacivert', name: 'Lacivert', hex: '#2f3854' },
  { slug: 'mavi', name: 'Mavi', hex: '#6d8fb5' },
  { slug: 'yesil', name: 'Yeşil', hex: '#7f9068' },
  { slug: 'desenli', name: 'Desenli', hex: null },
  { slug: 'diger', name: 'Diğer', hex: null },
]

/** Returns the families that occur in `found`, in display order, each with its value. */
export function inFamilyOrder<T>(found: Map<string, T>): (ColorFamily & { found: T })[] {
  return families.flatMap((family) => {
    const one = found.get(family.slug)
    return one === undefined ? [] : { ...family, found: one }
  })
}
