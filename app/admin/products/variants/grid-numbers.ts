const two = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * The kuruş of an amount as people and spreadsheets write it: '1.199,90', '1199.9', '₺1.199', '1,199.90 TL';
 * undefined when it is none. A single point before three digits parts thousands, as Turkish does.
 */
export function parsePrice(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0₺]|TL|TRY/gi, '')
  if (!/^-?\d[\d.,]*$/.test(plain)) return undefined
  const decimal = decimalMark(plain)
  const [whole = '', cents = '', ...more] = decimal ? plain.split(decimal) : [plain]
  if (more.length > 0 || cents.length > 2 || !/^-?([1-9]\d{0,2}([.,]\d{3})+|\d+)$/.test(whole)) return undefined
  const kurus = Math.round(Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`) * 100)
  return Number.isSafeInteger(kurus) ? kurus : undefined
}

function decimalMark(plain: string): ',' | '.' | undefined {
  const comma = plain.lastIndexOf(',')
  const point = plain.lastIndexOf('.')
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  if (comma >= 0) return plain.indexOf(',') === comma ? ',' : undefined
  const isThousands = point >= 0 && (plain.indexOf('.') !== point || plain.length - point === 4)
  return point >= 0 && !isThousands ? '.' : undefined
}

/** 119990 → '1.199,90', as a cell shows it. */
export function formatPrice(kurus: number): string {
  return two.format(kurus / 100)
}

/** A whole number, also '1.200' or '12,00' as spreadsheets write it; undefined when it is none. */
export function parseCount(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0]/g, '').replace(/,0*$/, '')
  if (/^-?\d{1,3}(\.\d{3})+$/.test(plain)) return Number(plain.replaceAll('.', ''))
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
