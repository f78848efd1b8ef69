import { drawLogo, ink, muted, openPdf, type Pdf, type Room, writeBlock } from '../agreements/pdf.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { shownOrderId } from '../order-id.ts'
import { toSend } from '../orders/giving-back/unsent.ts'
import type { Order } from '../orders/orders.ts'
import type { TextPart } from '../texts/text.ts'
import { formatDate } from '../time.ts'
import { barcodeOf, drawBarcode } from './barcode.ts'
import { buyerOf, caption, carrierLine, rule, type Sender, textArea } from './paper.ts'

/** The shop's words to the buyer: a note for this printing, then its usual words. */
type Words = { note: string; lead: string; parts: TextPart[] }

/** Packing slips on A4, with a picture of each piece and the shop's words. No prices: the parcel may be a present. */
export async function packingSlipsPdf(
  parcels: Order[],
  sender: Sender,
  words: Words,
  pictures: Map<string, Buffer>,
): Promise<Buffer> {
  const { pdf, finished } = openPdf({
    size: 'A4',
    margins: { top: 48, bottom: 56, left: 48, right: 48 },
    autoFirstPage: false,
    info: { Title: 'Paket fişi' },
  })
  for (const parcel of parcels) {
    pdf.addPage()
    writeHead(pdf, parcel, sender)
    writeAddress(pdf, parcel)
    writeItems(pdf, parcel, pictures)
    if (words.note) writeNote(pdf, words.note)
    writeWords(pdf, words)
  }
  pdf.end()
  return finished
}

function writeHead(pdf: Pdf, parcel: Order, sender: Sender): void {
  const { left, width } = textArea(pdf)
  const top = pdf.y
  const beside = { left: left + width - 190, width: 190 }
  const below = writeShop(pdf, sender, { left, top, width: width - 210, height: 56 })
  pdf.fillColor(ink).font('strong').fontSize(14)
  pdf.text(`Sipariş ${shownOrderId(parcel.id)}`, beside.left, top + 2, { width: beside.width, align: 'right' })
  pdf.fillColor(muted).font('text').fontSize(10)
  pdf.text(formatDate(parcel.createdAt), { width: beside.width, align: 'right' })
  drawBarcode(pdf, barcodeOf(parcel), { ...beside, top: pdf.y + 4, height: 26, align: 'right' })
  pdf.x = left
  pdf.y = Math.max(below, pdf.y + 34) + 8
  rule(pdf)
}

/** The logo, or the name of a shop without one; returns where it ends. */
function writeShop(pdf: Pdf, { shop, logo }: Sender, room: Room): number {
  const { left, top, width } = room
  if (logo) return top + drawLogo(pdf, logo, room)
  pdf.fillColor(ink).font('title').fontSize(26).text(shop, left, top, { width })
  return pdf.y
}

function writeAddress(pdf: Pdf, parcel: Order): void {
  const { left, width } = textArea(pdf)
  const half = (width - 24) / 2
  const top = pdf.y + 10
  caption(pdf, 'Teslimat adresi', left, top)
  pdf.fillColor(ink).font('strong').fontSize(12).text(buyerOf(parcel), { width: half })
  pdf.font('text').fontSize(11)
  for (const part of [...postalLines(parcel), formatPhone(parcel.phone)]) pdf.text(part, { width: half })
  const below = pdf.y
  const carrier = carrierLine(parcel)
  if (carrier) {
    caption(pdf, 'Kargo', left + half + 24, top)
    pdf.fillColor(ink).font('text').fontSize(11).text(carrier, { width: half })
  }
  pdf.x = left
  pdf.y = Math.max(below, pdf.y) + 18
}

/** Widths of the list's columns, in points; the name takes the rest. */
const columns = { picture: 40, sku: 112, color: 76, size: 52, quantity: 36 }
const gap = 10
const pictureHeight = 50

function writeItems(pdf: Pdf, parcel: Order, pictures: Map<string, Buffer>): void {
  const due = dueOf(parcel)
  pdf.fillColor(muted).font('text').fontSize(9)
  writeRow(pdf, ['Ürün', 'Stok kodu', 'Renk', 'Beden', 'Adet'])
  pdf.fillColor(ink).fontSize(11)
  for (const { productName, sku, color, size, quantity, image } of due) {
    writeRow(pdf, [productName, sku, color, size, String(quantity)], image && pictures.get(image.id))
  }
  const sum = due.reduce((sum, { quantity }) => sum + quantity, 0)
  pdf.y += 6
  pdf.font('strong').text(`Toplam ${sum} adet`, { align: 'right' })
}

/** The contents of the parcel, each kind once: a discount that was shared to the kuruş splits one kind into two lines. */
function dueOf(parcel: Order) {
  const kinds = new Map<string, Order['items'][number]>()
  for (const item of parcel.items) {
    const { productName, sku, color, size } = item
    const kind = JSON.stringify([productName, sku, color, size])
    const before = kinds.get(kind)?.quantity ?? 0
    const quantity = before + toSend(parcel, item)
    if (quantity > 0) kinds.set(kind, { ...item, quantity })
  }
  return [...kinds.values()]
}

/** One line of the list with a hairline under it, as high as its longest cell or its picture; never cut in two by the page's end. */
function writeRow(
  pdf: Pdf,
  [name = '', sku = '', color = '', size = '', quantity = '']: string[],
  picture?: Buffer,
): void {
  const { left, width, bottom } = textArea(pdf)
  const { picture: pictureWidth, ...others } = columns
  const taken = Object.values(others).reduce((sum, one) => sum + one, pictureWidth) + 5 * gap
  const widths = [width - taken, columns.sku, columns.color, columns.size, columns.quantity]
  const cells = [name, sku, color, size, quantity]
  const words = Math.max(...cells.map((cell, index) => pdf.heightOfString(cell, { width: widths[index] })))
  const height = Math.max(words, picture ? pictureHeight : 0)
  if (pdf.y + height + 10 > bottom) pdf.addPage()
  const top = pdf.y
  if (picture) pdf.image(picture, left, top + 5, { fit: [pictureWidth, pictureHeight] })
  let x = left + pictureWidth + gap
  for (const [index, cell] of cells.entries()) {
    const cellWidth = widths[index] ?? 0
    pdf.text(cell, x, top + 5 + (height - words) / 2, { width: cellWidth, align: index === 4 ? 'right' : 'left' })
    x += cellWidth + gap
  }
  pdf.x = left
  pdf.y = top + height + 9
  rule(pdf)
  pdf.y += 2
}

function writeNote(pdf: Pdf, note: string): void {
  const { left, width, bottom } = textArea(pdf)
  pdf.font('text').fontSize(11)
  if (pdf.y + 40 + pdf.heightOfString(note, { width }) > bottom) pdf.addPage()
  caption(pdf, 'Not', left, pdf.y + 20)
  pdf.fillColor(ink).font('text').fontSize(11).text(note, { width })
}

/** At the foot of the list; on a page of their own where too little of it is left. */
function writeWords(pdf: Pdf, { lead, parts }: Words): void {
  const { left, width, bottom } = textArea(pdf)
  if (pdf.y > bottom - 120) pdf.addPage()
  pdf.x = left
  pdf.y += 24
  if (lead) pdf.fillColor(ink).font('title').fontSize(15).text(lead, { width })
  for (const { title, blocks } of parts) {
    if (pdf.y > bottom - 60) pdf.addPage()
    pdf.moveDown(0.6).fillColor(ink).font('strong').fontSize(11).text(title, { width })
    for (const block of blocks) {
      pdf.moveDown(0.2).fillColor(ink).font('text').fontSize(10)
      writeBlock(pdf, block)
    }
  }
}
