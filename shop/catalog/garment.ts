/**
 * Facts about a piece of clothing beside its description, stored as short texts: care, how close it fits, and its measurements.
 * Pure, so that panel, import and shop read them alike.
 */

/** How close it fits, from tight to loose. */
export const fits = [
  { key: 'dar', name: 'Dar' },
  { key: 'oturan', name: 'Vücuda oturan' },
  { key: 'normal', name: 'Normal' },
  { key: 'rahat', name: 'Rahat' },
  { key: 'bol', name: 'Bol' },
] as const

/** The advice on the page of a product that many found too small or too big. */
export const fitNotes = {
  SMALL: 'Dar kalıp: bir beden büyük alın',
  BIG: 'Geniş kalıp: bir beden küçük alın',
} as const
export type FitNote = keyof typeof fitNotes

/** The symbols of ISO 3758, group by group in the order of a label; of a group one holds. `wipe` is for bags. */
export const careGroups = [
  {
    name: 'Yıkama',
    symbols: [
      { key: 'wash-30', name: '30 °C’de yıkanır' },
      { key: 'wash-30-gentle', name: '30 °C’de hassas programda yıkanır' },
      { key: 'wash-40', name: '40 °C’de yıkanır' },
      { key: 'wash-60', name: '60 °C’de yıkanır' },
      { key: 'hand-wash', name: 'Elde yıkanır' },
      { key: 'no-wash', name: 'Yıkanmaz' },
      { key: 'wipe', name: 'Nemli bezle silinir, yıkanmaz' },
    ],
  },
  {
    name: 'Ağartma',
    symbols: [
      { key: 'bleach', name: 'Ağartılabilir' },
      { key: 'no-bleach', name: 'Ağartılmaz' },
    ],
  },
  {
    name: 'Makinede kurutma',
    symbols: [
      { key: 'tumble-low', name: 'Kurutma makinesinde düşük ısıda kurutulur' },
      { key: 'tumble', name: 'Kurutma makinesinde kurutulur' },
      { key: 'no-tumble', name: 'Kurutma makinesinde kurutulmaz' },
    ],
  },
  {
    name: 'Doğal kurutma',
    symbols: [
      { key: 'dry-line', name: 'Asarak kurutulur' },
      { key: 'dry-flat', name: 'Sererek kurutulur' },
    ],
  },
  {
    name: 'Ütü',
    symbols: [
      { key: 'iron-low', name: 'Düşük ısıda ütülenir (110 °C)' },
      { key: 'iron-medium', name: 'Orta ısıda ütülenir (150 °C)' },
      { key: 'iron-high', name: 'Yüksek ısıda ütülenir (200 °C)' },
      { key: 'no-iron', name: 'Ütülenmez' },
    ],
  },
  {
    name: 'Kuru temizleme',
    symbols: [
      { key: 'dry-clean', name: 'Kuru temizleme yapılır' },
      { key: 'no-dry-clean', name: 'Kuru temizleme yapılmaz' },
    ],
  },
] as const

type CareSymbol = (typeof careGroups)[number]['symbols'][number]

/** The known symbols of a text such as 'wash-30, iron-low', in the order of a label. */
export function careOf(text: string): CareSymbol[] {
  const keys = new Set(keysOf(text))
  return careGroups.flatMap(({ symbols }) => symbols.filter(({ key }) => keys.has(key)))
}

/** The error of a care text, if it has one. */
export function wrongCare(text: string): string | undefined {
  const known = new Set<string>(careGroups.flatMap(({ symbols }) => symbols.map(({ key }) => key)))
  const strange = keysOf(text).find((key) => !known.has(key))
  if (strange) return `“${strange}” bilinen bir bakım simgesi değil`
  const chosen = careOf(text)
  const twice = careGroups.find(({ symbols }) => symbols.filter((symbol) => chosen.includes(symbol)).length > 1)
  return twice && `${twice.name} için tek simge seçin`
}

function keysOf(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}

export function wrongFit(text: string): string | undefined {
  return fits.some(({ key }) => key === text)
    ? undefined
    : `Kalıp şunlardan biri olmalı: ${fits.map(({ key }) => key).join(', ')}`
}

/** The garment itself in cm: what was measured, and for each size the values in the same order; null: not measured. */
export type Measurements = { names: string[]; rows: { size: string; values: (number | null)[] }[] }

const mostCm = 400

/** Reads a table such as 'Beden;Göğüs;Boy⏎S;88;110'; cells may be parted by tabs too, as a spreadsheet copies them. */
export function readMeasurements(text: string): Measurements {
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(/[;\t]/).map((cell) => cell.trim()))
  const names = head.slice(1)
  return {
    names,
    rows: lines.map(([size = '', ...cells]) => ({
      size,
      values: names.map((_, index) => numberOf(cells[index] ?? '')),
    })),
  }
}

/** NaN for what is no number. */
function numberOf(cell: string): number | null {
  if (cell === '') return null
  return /^\d{1,3}([.,]\d)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN
}

/** '88,5' */
function formatCm(cm: number | null): string {
  return cm === null ? '' : String(cm).replace('.', ',')
}

/** The text of a table; '' when nothing in it is measured. */
export function writeMeasurements({ names, rows }: Measurements): string {
  const measured = rows.filter(({ values }) => values.some((value) => value !== null))
  if (measured.length === 0) return ''
  return [['Beden', ...names], ...measured.map(({ size, values }) => [size, ...values.map(formatCm)])]
    .map((cells) => cells.join(';'))
    .join('\n')
}

/** The error of a table of measurements, if it has one. */
export function wrongMeasurements(text: string): string | undefined {
  const { names, rows } = readMeasurements(text)
  if (names.length === 0 || rows.length === 0) return 'Ölçü tablosunda en az bir ölçü ve bir beden olmalı'
  if (names.length > 8) return 'En çok 8 ölçü eklenebilir'
  if (names.some((name) => name === '')) return 'Her ölçünün bir adı olmalı'
  if (new Set(names).size < names.length) return 'Aynı ölçü iki kez eklenmiş'
  const sizes = rows.map(({ size }) => size)
  if (sizes.some((size) => size === '')) return 'Her satır bir bedenle başlamalı'
  if (new Set(sizes).size < sizes.length) return 'Aynı beden iki kez eklenmiş'
  const values = rows.flatMap((row) => row.values)
  const right = values.every((value) => value === null || (value > 0 && value <= mostCm))
  return right ? undefined : `Ölçüler 0 ile ${mostCm} arasında, santimetre olmalı`
}
