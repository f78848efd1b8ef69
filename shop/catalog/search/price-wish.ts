/** What a typed text says about prices, in whole TL, and the rest of it; `first`: what she wants to see first. */
export type PriceWish = { rest: string; from?: number; to?: number; first?: 'cheapest' | 'reduced' }

// As typed with or without Turkish letters; 1000, 1.000, 1 000, 1.000,00, 2 bin, 1,5 bin.
const amount = String.raw`(?<![\p{L}\d.,])(\d{1,3}(?:[. ]\d{3})+(?:,\d{2})?|\d+(?:[.,]\d{1,2})?)(\s*bin(?=\s|[-–]|$))?`
const ending = String.raw`(?:['’]?[\p{L}]{1,6})?`
const money = String.raw`(?:\s*(?:₺|(?:tl|lira|try)${ending}(?![\p{L}\d])))`
const end = String.raw`(?![\p{L}\d])`
const until = String.raw`\s*(?:(?:y?[ea]\s+)?kadar|alt[ıi](?:nda(?:ki(?:ler)?)?)?|(?:d[ea]n\s+)?(?:az|aşağ[ıi]|asag[ıi]|ucuz))${end}`
const beyond = String.raw`\s*(?:[üu]st[üu](?:nde(?:ki(?:ler)?)?)?|[üu]zeri(?:nde(?:ki(?:ler)?)?)?|(?:d[ea]n\s+)?(?:fazla|pahal[ıi]|yukar[ıi]))${end}`
const between = String.raw`\s*(?:aras[ıi](?:nda(?:ki(?:ler)?)?)?)${end}`
const words = (pattern: string) => new RegExp(pattern, 'iu')

const ranges = [
  words(`${amount}${money}?\\s*(?:-|–|ile|ila|ve)\\s*${amount}(?:${money}${between}|${money}|${between})`),
  words(`${amount}${money}?\\s+${amount}${money}?${between}`),
]
const most = [
  words(`${amount}${money}${until}`),
  words(`(?:en\\s+(?:fazla|çok|cok)|maks(?:imum)?|max)\\s+${amount}${money}?`),
]
const least = [words(`${amount}${money}${beyond}`), words(`(?:en\\s+az|min(?:imum)?)\\s+${amount}${money}?`)]
/** Without the currency a number with three digits and more is meant as a price: *500 altı*. */
const bare = { most: words(`${amount}${until}`), least: words(`${amount}${beyond}`) }
const about = words(`${amount}${money}`)
const firsts = {
  cheapest: words(String.raw`(?<![\p{L}\d])(?:en\s+)?(?:ucuz(?:undan)?|uygun\s+fiyatl[ıi])${end}`),
  reduced: words(String.raw`(?<![\p{L}\d])(?:indirim(?:li(?:ler)?|de(?:ki(?:ler)?)?)?|f[ıi]rsat(?:lar[ıi]?)?)${end}`),
}

const fewest = 10
const mostTl = 9_999_999

/** Reads *1000 TL altı elbise*, *500-1000 tl çanta*, *en ucuz kazak*, *indirimli elbise*. A sum alone is the most that she wants to pay. */
export function readPriceWish(q: string): PriceWish {
  const { rest, ...prices } = readPrices(q)
  const first = (['cheapest', 'reduced'] as const).find((name) => firsts[name].test(rest))
  return { ...prices, rest: tidied(first ? rest.replace(firsts[first], ' ') : rest), ...(first && { first }) }
}

function readPrices(q: string): { rest: string; from?: number; to?: number } {
  for (const pattern of ranges) {
    const found = pattern.exec(q)
    const [from, to] = [sumOf(found?.[1], found?.[2]), sumOf(found?.[3], found?.[4])]
    // *1-2 bin TL*: the thousand is said once.
    const first = from !== undefined && found?.[4] && !found[2] && from < fewest ? from * 1000 : from
    if (found && isPrice(first) && isPrice(to) && first <= to)
      return { rest: q.replace(found[0], ' '), from: first, to }
  }
  const upTo = firstOf(q, most, fewest) ?? firstOf(q, [bare.most], 100)
  if (upTo) return { rest: upTo.rest, to: upTo.sum }
  const above = firstOf(q, least, fewest) ?? firstOf(q, [bare.least], 100)
  if (above) return { rest: above.rest, from: above.sum }
  const alone = firstOf(q, [about], fewest)
  return alone ? { rest: alone.rest, to: alone.sum } : { rest: q }
}

function firstOf(q: string, patterns: RegExp[], atLeast: number): { rest: string; sum: number } | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(q)
    const sum = sumOf(found?.[1], found?.[2])
    if (found && isPrice(sum) && sum >= atLeast) return { rest: q.replace(found[0], ' '), sum }
  }
  return undefined
}

function sumOf(digits: string | undefined, thousand: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const isGrouped = /^\d{1,3}([. ]\d{3})+/.test(digits)
  const number = Number((isGrouped ? digits.replace(/[. ]/g, '') : digits).replace(',', '.'))
  return Math.round(number * (thousand ? 1000 : 1))
}

const isPrice = (sum: number | undefined): sum is number => sum !== undefined && sum >= fewest && sum <= mostTl

function tidied(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
