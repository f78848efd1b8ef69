import type { InstallmentPlan } from '../../payment-provider.ts'

type Family = { family: string; bank: string; bins: string[]; rates: Record<number, number> }

/** The card families of Türkiye with rates like those of a small shop: what each count adds, in hundredths of a percent. */
const families: Family[] = [
  {
    family: 'Bonus',
    bank: 'Garanti BBVA',
    bins: ['5549', '5400', '3744'],
    rates: { 2: 260, 3: 410, 6: 860, 9: 1320, 12: 1790 },
  },
  {
    family: 'Maximum',
    bank: 'İş Bankası',
    bins: ['4508', '5818', '9792'],
    rates: { 2: 250, 3: 400, 6: 840, 9: 1290, 12: 1750 },
  },
  {
    family: 'World',
    bank: 'Yapı Kredi',
    bins: ['4506', '5528', '4921'],
    rates: { 2: 270, 3: 420, 6: 880, 9: 1350, 12: 1840 },
  },
  {
    family: 'Axess',
    bank: 'Akbank',
    bins: ['5526', '4355', '5571'],
    rates: { 2: 265, 3: 415, 6: 870, 9: 1330, 12: 1810 },
  },
  { family: 'CardFinans', bank: 'QNB', bins: ['5311', '4022', '4603'], rates: { 2: 255, 3: 405, 6: 850, 9: 1305 } },
  {
    family: 'Paraf',
    bank: 'Halkbank',
    bins: ['5528 7', '4921 3', '5406'],
    rates: { 2: 240, 3: 390, 6: 820, 9: 1260, 12: 1700 },
  },
  { family: 'Bankkart Combo', bank: 'Ziraat Bankası', bins: ['5345', '4546'], rates: { 2: 230, 3: 380, 6: 800 } },
]
const debitBins = ['5890', '6']

/** Prices installments at the demo bank: for the family of a card's first digits, or for all. */
export function demoPlans(priceKurus: number, bin?: string): InstallmentPlan[] {
  if (bin === undefined) return families.map((family) => planOf(family, priceKurus))
  if (debitBins.some((start) => bin.startsWith(start))) return [single('DEBIT', priceKurus)]
  // The longest beginning decides, as with real cards.
  const [best] = families
    .flatMap((family) => family.bins.map((start) => ({ family, start: start.replace(' ', '') })))
    .filter(({ start }) => bin.startsWith(start))
    .sort((a, b) => b.start.length - a.start.length)
  return [best ? planOf(best.family, priceKurus) : single('CREDIT', priceKurus)]
}

function planOf({ family, bank, rates }: Family, priceKurus: number): InstallmentPlan {
  const options = Object.entries(rates).map(([count, rate]) => ({
    count: Number(count),
    totalKurus: Math.round(priceKurus * (1 + rate / 10_000)),
  }))
  return {
    family,
    bank,
    cardType: 'CREDIT',
    forces3ds: false,
    options: [{ count: 1, totalKurus: priceKurus }, ...options],
  }
}

function single(cardType: InstallmentPlan['cardType'], priceKurus: number): InstallmentPlan {
  return { family: '', bank: null, cardType, forces3ds: false, options: [{ count: 1, totalKurus: priceKurus }] }
}
