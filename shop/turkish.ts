const ascii: Record<string, string> = {
  İ: 'I',
  I: 'I',
  ı: 'i',
  Ş: 'S',
  ş: 's',
  Ğ: 'G',
  ğ: 'g',
  Ç: 'C',
  ç: 'c',
  Ö: 'O',
  ö: 'o',
  Ü: 'U',
  ü: 'u',
}

/** Turkish and accented letters to plain ASCII letters; other marks fall away. */
export function toAscii(text: string): string {
  return text
    .replace(/[İIıŞşĞğÇçÖöÜü]/g, (letter) => ascii[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '')
}

/** Two texts that a shopper would type alike fold to the same: 'IŞIK', 'ışık', 'isik'. As tr_fold() in the database. */
export function fold(text: string): string {
  return toAscii(text).toLowerCase()
}

/** 'Üst Giyim & İPEK' → 'ust-giyim-ipek' */
export function slugify(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A card holder's name as card networks take it: 'İpek Işık' → 'IPEK ISIK'. */
export function toCardName(name: string): string {
  return toAscii(name)
    .toUpperCase()
    .replace(/[^A-Z' -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const units = ['i', 'si', 'ü', 'ü', 'i', 'sı', 'si', 'i', 'u']
const tens = ['u', 'si', 'u', 'ı', 'si', 'ı', 'i', 'i', 'ı']

/** “24 of them” in Turkish: a number up to a thousand with the ending that its spoken form asks for: 24 → '24’ü', 1000 → '1000’i'. */
export function partOf(count: number): string {
  const ending = units[(count % 10) - 1] ?? tens[(count % 100) / 10 - 1] ?? (count % 1000 ? 'ü' : count ? 'i' : 'ı')
  return `${count}’${ending}`
}
