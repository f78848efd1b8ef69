/** Reads the CSV files that Turkish banks, carriers and Excel write. */

/** Rows of cells, without the empty rows: UTF-8 or Windows-1254, separated by semicolons, tabs or commas. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decode(bytes).replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  return cells(text, separator).filter((row) => row.some((cell) => cell !== ''))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

/** The one that cuts most lines; of equals a semicolon, as commas stand in amounts. */
function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, 50)
  const counted = [';', '\t', ','].map((mark) => ({ mark, n: lines.filter((line) => line.includes(mark)).length }))
  return counted.toSorted((a, b) => b.n - a.n)[0]?.mark ?? ';'
}

/** RFC 4180: a cell in quotes may hold separators, line breaks and doubled quotes. */
function cells(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const end = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const mark = text[i] ?? ''
    if (quoted && mark === '"' && text[i + 1] === '"') cell += text[++i]
    else if (mark === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (!quoted && mark === separator) end()
    else if (!quoted && mark === '\n') {
      end()
      rows.push([])
    } else cell += mark
  }
  end()
  return rows
}

/** An amount in kuruş as Turks and programs write it: '1.248,00 TL', '1248.5', '₺1,248.00'; undefined when it is none. */
export function amountInCell(cell: string): number | undefined {
  const digits = cell.replace(/(TL|TRY|₺)/gi, '').replace(/\s/g, '')
  const [, sign = '', whole = '', part = ''] =
    /^([-+]?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!whole) return undefined
  const kurus = Number(whole.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'))
  if (!Number.isSafeInteger(kurus)) return undefined
  return sign === '-' ? -kurus : kurus
}
