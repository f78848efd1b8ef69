/** The prices in a typed text, in whole TL, and the rest of the text; `first`: the order she asks for. */
export type PriceWish = { rest: string; from?: number; to?: number; first?: 'cheapest' | 'reduced' }

// As typed with or without Turkish letters; 1000, 1.000, 1 000, 1.000,00, 2 bin, 1,5 bin, 2k. In *40 500 tl* the 40 is a size.
const amount = String.raw`(?<![\p{L}\d.,])(\d{1,3}(?:[.,]\d{3})+(?:,\d{2})?|[1-9](?: \d{3})+|\d+(?:[.,]\d{1,2})?)((?:\s*bin|k)(?=\s|['’]|[\-–]|$))?`
const ending = String.raw`(?:['’]?[\p{L}]{1,6})?`
const money = String.raw`(?:\s*(?:₺|(?:t[üu]rk\s+)?(?:tl|lira|try)${ending}(?![\p{L}\d])))`
const end = String.raw`(?![\p{L}\d])`
/** Endings as in *1000’den az*, *1500 tl nin altında*. */
const from = `['’]?[dt][ea]n`
const to = `['’]?y?[ea]`
const inflected = String.raw`(?:(?:${from}|${to}|['’]?n?[ıiuü]n)\s+)?`
const until = String.raw`\s*${inflected}(?:kadar|alt[ıi](?:nda(?:ki(?:ler)?)?)?|az|aşağ[ıi]|asag[ıi]|ucuz|uygun)${end}`
const beyond = String.raw`\s*${inflected}(?:[üu]st[üu](?:nde(?:ki(?:ler)?)?)?|[üu]zeri(?:nde(?:ki(?:ler)?)?)?|fazla|pahal[ıi]|yukar[ıi])${end}`
const between = String.raw`\s*(?:aras[ıi](?:nda(?:ki(?:ler)?)?)?)${end}`
/** Without regard to case, which does not know İ for an i. */
const words = (pattern: string) => new RegExp(pattern.replaceAll('i', '[iİ]'), 'iv')

/** *bin TL*, which is one thousand. */
const aThousand = words(String.raw`(?<![\p{L}\d.,])(?<!\d\s*)bin(?=${money})`)

/** The least number, in TL, that is read as a price without its currency: *38-40 arası* are sizes. */
const fewestBare = 100
/** The least between two bare numbers that are read as prices: *2024-2025* are years, *110-116* and *501-502* something else. */
const leastApart = 50
const fewest = 10
const mostTl = 9_999_999

type Pattern = { pattern: RegExp; atLeast: number }
type Range = Pattern & { apart?: number }
const named = (pattern: string): Pattern => ({ pattern: words(pattern), atLeast: fewest })
const bare = (pattern: string): Pattern => ({ pattern: words(pattern), atLeast: fewestBare })

const ranges: Range[] = [
  named(`${amount}${money}?\\s*(?:-|–|ile|ila|ve)\\s*${amount}${money}(?:${between})?`),
  bare(`${amount}\\s*(?:-|–|ile|ila|ve)\\s*${amount}${between}`),
  named(`${amount}${money}?\\s+${amount}${money}${between}`),
  bare(`${amount}\\s+${amount}${between}`),
  named(`${amount}${money}?(?:\\s*${from})?\\s+${amount}${money}(?:\\s*${to})?\\s+kadar${end}`),
  bare(`${amount}\\s*${from}\\s+${amount}\\s*${to}\\s+kadar${end}`),
  { ...bare(`(?<![\\-–])${amount}\\s*[\\-–]\\s*${amount}(?![\\p{L}\\d\\-–]|\\s*cm${end})`), apart: leastApart },
]
const atMost = String.raw`(?:en\s+(?:fazla|çok|cok)|maks(?:imum)?|max)\s+`
const most = [
  named(`${amount}${money}${until}`),
  named(`${atMost}${amount}${money}`),
  bare(`${atMost}${amount}`),
  bare(`${amount}${until}`),
]
const atLeast = String.raw`(?:en\s+az|min(?:imum)?)\s+`
const least = [
  named(`${amount}${money}${beyond}`),
  named(`${atLeast}${amount}${money}`),
  bare(`${atLeast}${amount}`),
  bare(`${amount}${beyond}`),
]
const about = [named(`${amount}${money}`)]
const firsts = {
  cheapest: words(String.raw`(?<![\p{L}\d])(?:en\s+)?(?:ucuz(?:u|undan|dan|lar[ıi]?)?|uygun\s+fiyat(?:l[ıi]|a))${end}`),
  reduced: words(String.raw`(?<![\p{L}\d])(?:indirim(?:li(?:ler)?|de(?:ki(?:ler)?)?)?|f[ıi]rsat(?:lar[ıi]?)?)${end}`),
}

/** Reads *1000 TL altı elbise*, *500-1000 tl çanta*, *en ucuz kazak*, *indirimli elbise*. A sum alone is the most that she wants to pay. */
export function readPriceWish(q: string): PriceWish {
  // The sign stands before the sum or behind it.
  const typed = q.replace(/₺\s?(\d[\d.,]*)/g, '$1₺').replace(aThousand, '1 bin')
  const { rest, ...prices } = readPrices(typed)
  const first = (['cheapest', 'reduced'] as const).find((name) => firsts[name].test(rest))
  if (!first && rest === typed) return { rest: q }
  return { ...prices, rest: tidied(first ? rest.replace(firsts[first], ' ') : rest), ...(first && { first }) }
}

function readPrices(q: string): { rest: string; from?: number; to?: number } {
  for (const { pattern, atLeast, apart = 0 } of ranges) {
    const found = pattern.exec(q)
    if (!found) continue
    const to = sumOf(found[3], found[4])
    // *1-2 bin TL*: the thousand is said once.
    const isThousand = !!found[4] && sumOf(found[1]) < sumOf(found[3])
    const first = sumOf(found[1], isThousand ? found[4] : found[2])
    const [least, most] = first < to ? [first, to] : [to, first]
    if (apart > 0 && (least !== first || least < atLeast || most - least < apart)) continue
    if (isPrice(least) && isPrice(most) && most >= atLeast)
      return { rest: q.replace(found[0], ' '), from: least, to: most }
  }
  const upTo = firstOf(q, most)
  const above = firstOf(upTo?.rest ?? q, least)
  if (above && !(upTo && upTo.sum < above.sum))
    return { rest: above.rest, from: above.sum, ...(upTo && { to: upTo.sum }) }
  const highest = upTo ?? firstOf(q, about)
  return highest ? { rest: highest.rest, to: highest.sum } : { rest: q }
}

function firstOf(q: string, patterns: Pattern[]): { rest: string; sum: number } | undefined {
  for (const { pattern, atLeast } of patterns) {
    const found = pattern.exec(q)
    const sum = found ? sumOf(found[1], found[2]) : 0
    if (found && isPrice(sum) && sum >= atLeast) return { rest: q.replace(found[0], ' '), sum }
  }
  return undefined
}

function sumOf(digits = '', thousand?: string): number {
  const isGrouped = /^\d{1,3}([., ]\d{3})+(,|$)/.test(digits)
  const whole = isGrouped ? digits.replace(/[., ](?=\d{3})/g, '') : digits
  return Math.round(Number(whole.replace(',', '.')) * (thousand ? 1000 : 1))
}

const isPrice = (sum: number) => sum >= fewest && sum <= mostTl

function tidied(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
