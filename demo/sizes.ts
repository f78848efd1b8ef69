import { writeMeasurements } from '#shop/catalog/garment.ts'

const letterSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']
const numberSizes = ['34', '36', '38', '40', '42', '44']
/** The place of M, which is a 38, in both rows. */
const middle = 2
/** The one size of a bag. */
const onlySize = 'Standart'

/** The sizes of a design; `lot` between 0 and 1 says which of the usual ranges it comes in. */
export function sizesIn(category: string, lot: number): string[] {
  if (category === 'canta') return [onlySize]
  if (category === 'pantolon') return numberSizes
  const ranges = [
    [0, 5],
    [0, 6],
    [1, 5],
    [0, 7],
  ] as const
  const [from, to] = ranges[Math.floor(lot * ranges.length)] ?? ranges[0]
  return letterSizes.slice(from, to)
}

/** How a measure is called, and by how many cm it grows with each size. */
const measures: Record<string, { name: string; growth: number }> = {
  gogus: { name: 'Göğüs', growth: 4 },
  bel: { name: 'Bel', growth: 4 },
  kalca: { name: 'Kalça', growth: 4 },
  boy: { name: 'Boy', growth: 2 },
  kol: { name: 'Kol boyu', growth: 2 },
  'ic-boy': { name: 'İç boy', growth: 2 },
  'ust-boy': { name: 'Üst boyu', growth: 2 },
  'yelek-boy': { name: 'Yelek boyu', growth: 2 },
  'etek-boy': { name: 'Etek boyu', growth: 2 },
  'pantolon-boy': { name: 'Pantolon boyu', growth: 2 },
  en: { name: 'En', growth: 0 },
  yukseklik: { name: 'Yükseklik', growth: 0 },
  derinlik: { name: 'Derinlik', growth: 0 },
  sap: { name: 'Sap boyu', growth: 0 },
}

/** The measurements of each size, from those of an M. */
export function graded(inM: Record<string, number | undefined>, sizes: string[]): string {
  const columns = Object.entries(inM).flatMap(([key, cm]) => {
    const measure = measures[key]
    if (!measure) throw new Error(`the demo table names an unknown measure: ${key}`)
    return cm === undefined ? [] : [{ ...measure, cm }]
  })
  return writeMeasurements({
    names: columns.map(({ name }) => name),
    rows: sizes.map((size) => ({ size, values: columns.map(({ cm, growth }) => cm + growth * stepsFromM(size)) })),
  })
}

function stepsFromM(size: string): number {
  const index = (numberSizes.includes(size) ? numberSizes : letterSizes).indexOf(size)
  return index < 0 ? 0 : index - middle
}

/** The pictures show an M. */
export function pictureLine(sizes: string[]): string | undefined {
  if (sizes.includes(onlySize)) return undefined
  return `Görseldeki parça ${sizes === numberSizes ? numberSizes[middle] : letterSizes[middle]} bedendir.`
}
