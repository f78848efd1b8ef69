import PDFDocument from 'pdfkit'
import { typefaces } from '../media/typefaces.ts'
import type { PaperLogo } from '../settings/face/logos.ts'
import { type Block, numbered } from '../texts/text.ts'
import type { WrittenContract } from './written.ts'

export const ink = '#1F1A17'
export const muted = '#6B625B'
export const line = '#E7DFD6'

/** The contracts as one PDF on A4, 12 point as the law wants (MSY m.6). */
export async function pdfDocument(
  heading: string,
  contracts: WrittenContract[],
  proof: (contract: WrittenContract) => string,
  logo?: PaperLogo,
): Promise<Buffer> {
  const { pdf, finished } = openPdf({
    size: 'A4',
    margins: { top: 56, bottom: 64, left: 56, right: 56 },
    info: { Title: heading, CreationDate: contracts[0]?.acceptedAt ?? new Date(0) },
  })
  if (logo) pdf.y += drawLogo(pdf, logo, { left: pdf.x, top: pdf.y, width: 200, height: 40 }) + 12
  pdf.fillColor(muted).font('text').fontSize(12).text(heading)
  for (const [index, contract] of contracts.entries()) {
    if (index > 0) pdf.addPage()
    write(pdf, contract)
    pdf.moveDown(1.5).fillColor(muted).font('text').fontSize(10).text(proof(contract))
  }
  pdf.end()
  return finished
}

export type Pdf = InstanceType<typeof PDFDocument>

/** Opens a document in Turkish with the typefaces `text`, `strong` and `title`; `finished` gives its bytes. */
export function openPdf(options: PDFKit.PDFDocumentOptions): { pdf: Pdf; finished: Promise<Buffer> } {
  const pdf = new PDFDocument({ lang: 'tr', ...options })
  for (const [name, file] of Object.entries(typefaces)) pdf.registerFont(name, file)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((done, failed) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => done(Buffer.concat(chunks)))
    pdf.on('error', failed)
  })
  return { pdf, finished }
}

export type Room = { left: number; top: number; width: number; height: number; align?: 'right' }

/** Draws the logo as large as the room lets it, never coarser than a screen; returns its height in points. */
export function drawLogo(pdf: Pdf, logo: PaperLogo, { left, top, width, height, align }: Room): number {
  const scale = Math.min(width / logo.width, height / logo.height, 72 / 96)
  const size = { width: logo.width * scale, height: logo.height * scale }
  pdf.image(logo.uri, align === 'right' ? left + width - size.width : left, top, size)
  return size.height
}

function write(pdf: Pdf, { parts }: WrittenContract): void {
  for (const { title, blocks, sub } of parts) {
    // A heading never stands alone at the foot of a page.
    if (pdf.y > pdf.page.height - 150) pdf.addPage()
    pdf.moveDown(sub ? 1 : 0.5).fillColor(ink)
    pdf
      .font(sub ? 'strong' : 'title')
      .fontSize(sub ? 13 : 20)
      .text(title)
    for (const block of blocks) {
      pdf.moveDown(0.4).fillColor(ink).font('text').fontSize(12)
      writeBlock(pdf, block)
    }
  }
}

/** Writes one block in the typeface and size that are set. */
export function writeBlock(pdf: Pdf, block: Block): void {
  if ('p' in block) pdf.text(block.p)
  else if ('facts' in block) for (const fact of block.facts) writeFact(pdf, fact)
  else {
    const items = 'steps' in block ? numbered(block) : block.list.map((item) => `• ${item}`)
    for (const item of items) pdf.text(item, { indent: 0, paragraphGap: 3 })
  }
}

function writeFact(pdf: Pdf, { label, value }: { label: string; value: string }): void {
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right
  const height = Math.max(pdf.heightOfString(label, { width: 150 }), pdf.heightOfString(value, { width: width - 166 }))
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
  const top = pdf.y
  pdf
    .moveTo(left, top)
    .lineTo(left + width, top)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
  pdf.fillColor(muted).text(label, left, top + 3, { width: 150 })
  pdf.fillColor(ink).text(value, left + 166, top + 3, { width: width - 166 })
  pdf.x = left
  pdf.y = top + height + 7
}
