import { ink, line, muted, openPdf, type Pdf } from '../agreements/pdf.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { formatDate } from '../time.ts'
import { carrierName } from './carriers.ts'
import type { AddressLabels } from './contract.ts'
import type { Order } from './orders.ts'

/** The sender, from the shop's legal settings. */
type Sender = { shop: string; merchantTitle: string; address: string; phone: string }

/** Packing slips on A4. No prices: the parcel may be a present. */
export async function packingSlipsPdf(parcels: Order[], sender: Sender, note: string): Promise<Buffer> {
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
    writeItems(pdf, parcel)
    if (note) writeNote(pdf, note)
  }
  pdf.end()
  return finished
}

function writeHead(pdf: Pdf, parcel: Order, sender: Sender): void {
  const { left, width } = textArea(pdf)
  const top = pdf.y
  pdf
    .fillColor(ink)
    .font('title')
    .fontSize(22)
    .text(sender.shop, left, top, { width: width - 190 })
  const below = pdf.y
  pdf.font('strong').fontSize(16)
  pdf.text(`Sipariş ${shownOrderId(parcel.id)}`, left + width - 180, top + 2, { width: 180, align: 'right' })
  pdf.fillColor(muted).font('text').fontSize(10)
  pdf.text(formatDate(parcel.createdAt), { width: 180, align: 'right' })
  pdf.x = left
  pdf.y = Math.max(below, pdf.y) + 10
  rule(pdf)
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
const columns = { sku: 118, color: 84, size: 56, quantity: 44 }
const gap = 10

function writeItems(pdf: Pdf, parcel: Order): void {
  const units = parcel.items.map((item) => ({ ...item, quantity: item.quantity - item.refundedQuantity }))
  const due = units.filter(({ quantity }) => quantity > 0)
  pdf.fillColor(muted).font('text').fontSize(9)
  writeRow(pdf, ['Ürün', 'Stok kodu', 'Renk', 'Beden', 'Adet'])
  pdf.fillColor(ink).fontSize(11)
  for (const { productName, sku, color, size, quantity } of due) {
    writeRow(pdf, [productName, sku, color, size, String(quantity)])
  }
  const sum = due.reduce((sum, { quantity }) => sum + quantity, 0)
  pdf.y += 6
  pdf.font('strong').text(`Toplam ${sum} adet`, { align: 'right' })
}

/** One line of the list with a hairline under it, as high as its longest cell; never cut in two by the page's end. */
function writeRow(pdf: Pdf, [name = '', sku = '', color = '', size = '', quantity = '']: string[]): void {
  const { left, width, bottom } = textArea(pdf)
  const widths = [width - columns.sku - columns.color - columns.size - columns.quantity - 4 * gap]
  widths.push(columns.sku, columns.color, columns.size, columns.quantity)
  const cells = [name, sku, color, size, quantity]
  const height = Math.max(...cells.map((cell, index) => pdf.heightOfString(cell, { width: widths[index] })))
  if (pdf.y + height + 10 > bottom) pdf.addPage()
  const top = pdf.y
  let x = left
  for (const [index, cell] of cells.entries()) {
    const cellWidth = widths[index] ?? 0
    pdf.text(cell, x, top + 5, { width: cellWidth, align: index === 4 ? 'right' : 'left' })
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

/** Width and height of a label, in points: upright, as a roll printer has no room for it lying on its side. */
const labelSizes: Record<AddressLabels['size'], [number, number]> = { a6: [297.64, 419.53], '10x15': [283.46, 425.2] }

/** Address labels: sender and recipient, in large letters for the courier. */
export async function addressLabelsPdf(parcels: Order[], sender: Sender, size: AddressLabels['size']): Promise<Buffer> {
  const margins = { top: 20, bottom: 20, left: 20, right: 20 }
  const { pdf, finished } = openPdf({
    size: labelSizes[size],
    margins,
    autoFirstPage: false,
    info: { Title: 'Adres etiketi' },
  })
  for (const parcel of parcels) {
    pdf.addPage()
    writeLabel(pdf, parcel, sender)
  }
  pdf.end()
  return finished
}

function writeLabel(pdf: Pdf, parcel: Order, sender: Sender): void {
  const { left, width, bottom } = textArea(pdf)
  caption(pdf, 'Gönderen', left, pdf.y)
  const from = [sender.shop, sender.merchantTitle, sender.address, sender.phone].filter(Boolean).join('\n')
  pdf.fillColor(ink).font('text').fontSize(8.5)
  // However long the sender's address, it gets two fifths of the label; the rest is the buyer's.
  pdf.text(from, { width, height: 92, ellipsis: true })
  pdf.y += 8
  rule(pdf)
  writeToCollect(pdf, parcel)
  caption(pdf, 'Alıcı', left, pdf.y + 10)
  const foot = 74
  writeFitting(pdf, parcel, bottom - foot - pdf.y)
  pdf.y = bottom - foot
  rule(pdf)
  pdf.fillColor(ink).font('strong').fontSize(15)
  pdf.text(`Sipariş ${shownOrderId(parcel.id)}`, left, pdf.y + 10, { width })
  pdf.font('text').fontSize(10).text(carrierLine(parcel), { width, height: 40, ellipsis: true })
}

/** What the courier collects, in letters that are not overlooked. */
function writeToCollect(pdf: Pdf, { paymentStatus, totalKurus, creditKurus }: Order): void {
  if (paymentStatus !== 'CASH_ON_DELIVERY') return
  const { left, width } = textArea(pdf)
  pdf.fillColor(ink).font('strong').fontSize(14)
  pdf.text(`KAPIDA TAHSİL EDİLECEK: ${formatKurus(totalKurus - creditKurus)}`, left, pdf.y + 8, { width })
  pdf.y += 8
  rule(pdf)
}

/** The buyer's name, address and phone, in the largest letters that leave them room. */
function writeFitting(pdf: Pdf, parcel: Order, room: number): void {
  const { width } = textArea(pdf)
  const lines = [...postalLines(parcel), formatPhone(parcel.phone)].join('\n')
  const name = buyerOf(parcel)
  const size = [16, 14, 12, 10.5, 9, 8, 7].find((size) => {
    const nameHeight = pdf
      .font('strong')
      .fontSize(size + 2)
      .heightOfString(name, { width })
    return nameHeight + pdf.font('text').fontSize(size).heightOfString(lines, { width }) <= room
  })
  pdf
    .fillColor(ink)
    .font('strong')
    .fontSize((size ?? 6) + 2)
    .text(name, { width })
  pdf.font('text').fontSize(size ?? 6)
  pdf.text(lines, { width, ...(size === undefined ? { height: room - 12, ellipsis: true } : {}) })
}

function buyerOf({ firstName, lastName }: Order): string {
  return `${firstName} ${lastName}`
}

function carrierLine({ carrier, trackingNumber }: Order): string {
  return [carrierName(carrier), trackingNumber && `Takip no: ${trackingNumber}`].filter(Boolean).join('\n')
}

function caption(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.fillColor(muted).font('text').fontSize(9).text(text, x, y)
}

function textArea(pdf: Pdf) {
  const { left, right, bottom } = pdf.page.margins
  return { left, width: pdf.page.width - left - right, bottom: pdf.page.height - bottom }
}

function rule(pdf: Pdf): void {
  const { left, width } = textArea(pdf)
  pdf
    .moveTo(left, pdf.y)
    .lineTo(left + width, pdf.y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke()
}
