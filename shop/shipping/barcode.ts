import JsBarcode from 'jsbarcode'
import type { Pdf } from '../agreements/pdf.ts'

type Place = { left: number; top: number; width: number; height: number; align?: 'right' }

/** Blank modules that a reader needs on each side (ISO/IEC 15417); those to the left are the margin. */
const quiet = 10
/** Points that a module is wide at most; 0.95 is a third of a millimetre, which every reader likes. */
const widest = 1.35

/** Draws a text of ASCII as Code 128; its bars reach the edge of its place, and nothing may stand within 14 points beside it. */
export function drawBarcode(pdf: Pdf, text: string, { left, top, width, height, align }: Place): void {
  const modules = modulesOf(text)
  const module = Math.min(widest, width / (modules.length + quiet))
  const start = align === 'right' ? left + width - modules.length * module : left
  pdf.save()
  // Pure black: printers of labels know nothing else.
  pdf.fillColor('#000000')
  for (const { index, 0: bars } of modules.matchAll(/1+/g)) {
    pdf.rect(start + index * module, top, bars.length * module, height)
  }
  pdf.fill()
  pdf.restore()
}

/** Bars as ones and gaps as noughts, a sign for each module. */
export function modulesOf(text: string): string {
  const made: { encodings?: { data: string }[] } = {}
  JsBarcode(made, text, { format: 'CODE128' })
  return (made.encodings ?? []).map(({ data }) => data).join('')
}

/** The code that a scan finds the order by: its number without '#', which Turkish keyboards have elsewhere. */
export function barcodeOf({ id }: { id: string }): string {
  return id.slice(-8).toUpperCase()
}
