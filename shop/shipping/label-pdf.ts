import { drawLogo, ink, openPdf, type Pdf } from '../agreements/pdf.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { carrierName } from '../orders/carriers.ts'
import type { AddressLabels } from '../orders/contract.ts'
import type { Order } from '../orders/orders.ts'
import { barcodeOf, drawBarcode } from './barcode.ts'
import { buyerOf, caption, rule, type Sender, textArea } from './paper.ts'

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
  writeSender(pdf, sender)
  pdf.y += 6
  rule(pdf)
  writeToCollect(pdf, parcel)
  caption(pdf, 'Alıcı', left, pdf.y + 8)
  const foot = parcel.trackingNumber ? 146 : 74
  writeFitting(pdf, parcel, bottom - foot - pdf.y - 4)
  pdf.y = bottom - foot
  if (parcel.trackingNumber) writeTracking(pdf, parcel, parcel.trackingNumber)
  rule(pdf)
  const top = pdf.y + 8
  drawBarcode(pdf, barcodeOf(parcel), { left, top, width: width + 6, height: 38 })
  pdf.fillColor(ink).font('strong').fontSize(12)
  const carrier = parcel.trackingNumber ? null : carrierName(parcel.carrier)
  const words = [`Sipariş ${shownOrderId(parcel.id)}`, carrier].filter(Boolean).join(' · ')
  pdf.text(words, left, top + 42, { width, height: 16, ellipsis: true })
}

/** However long the sender's address, it gets a fifth of the label; the rest is the buyer's. The logo stands beside it where that leaves it whole. */
function writeSender(pdf: Pdf, { shop, merchantTitle, address, phone, logo }: Sender): void {
  const { left, width } = textArea(pdf)
  const top = pdf.y
  const height = 70
  const from = [shop, merchantTitle, address, phone].filter(Boolean).join('\n')
  caption(pdf, 'Gönderen', left, top)
  pdf.fillColor(ink).font('text').fontSize(8.5)
  const beside = width - 96
  const isRoom = logo && pdf.heightOfString(from, { width: beside }) <= height
  pdf.text(from, { width: isRoom ? beside : width, height, ellipsis: true })
  if (!isRoom) return
  const below = pdf.y
  const drawn = drawLogo(pdf, logo, { left: left + beside + 10, top, width: 86, height: 44, align: 'right' })
  pdf.y = Math.max(below, top + drawn)
}

/** The carrier's own number, which its courier scans. */
function writeTracking(pdf: Pdf, { carrier }: Order, trackingNumber: string): void {
  const { left, width } = textArea(pdf)
  rule(pdf)
  const top = pdf.y + 7
  drawBarcode(pdf, trackingNumber, { left, top, width: width + 6, height: 38 })
  pdf.fillColor(ink).font('strong').fontSize(10.5)
  const words = [carrierName(carrier), trackingNumber].filter(Boolean).join(' · ')
  pdf.text(words, left, top + 41, { width, height: 14, ellipsis: true })
  pdf.y = top + 65
}

/** The amount that the courier collects at the door, in large letters. */
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
