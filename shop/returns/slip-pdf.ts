import { drawLogo, ink, line, muted, openPdf, type Pdf } from '../agreements/pdf.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { shownOrderId } from '../order-id.ts'
import { handOverDays } from '../settings/consumer-law.ts'
import type { PaperLogo } from '../settings/face/logos.ts'
import { drawBarcode } from '../shipping/barcode.ts'
import { caption } from '../shipping/paper.ts'
import { formatDate } from '../time.ts'
import { reasonWords } from './kinds.ts'
import type { Return } from './returns.ts'
import type { WayBack } from './settings.ts'

type Shop = WayBack & { shopName: string; logo?: PaperLogo }

/** A page on A4: the upper half sticks on the parcel, the lower half lies in it. */
export async function returnSlipPdf(found: Return, shop: Shop): Promise<Buffer> {
  const margins = { top: 48, bottom: 48, left: 48, right: 48 }
  const { pdf, finished } = openPdf({ size: 'A4', margins, info: { Title: `İade ${found.code}` } })
  writeLabel(pdf, found, shop)
  cutHere(pdf)
  writePieces(pdf, found)
  pdf.end()
  return finished
}

const left = 48
const width = 595.28 - 2 * left

function writeLabel(pdf: Pdf, found: Return, shop: Shop): void {
  if (shop.logo) pdf.y = 48 + drawLogo(pdf, shop.logo, { left, top: 48, width: 240, height: 40 }) + 8
  else pdf.fillColor(ink).font('title').fontSize(22).text(shop.shopName, left, 48, { width })
  pdf.fillColor(ink).font('strong').fontSize(16).text(`İade ${found.code}`, left, pdf.y, { width })
  drawBarcode(pdf, found.code, { left, top: pdf.y + 8, width, height: 64 })
  const half = (width - 24) / 2
  const top = pdf.y + 90
  caption(pdf, 'Alıcı', left, top)
  pdf.fillColor(ink).font('strong').fontSize(14).text(shop.shopName, { width: half })
  pdf.font('text').fontSize(12).text(shop.address, { width: half })
  const below = pdf.y
  const { order } = found
  caption(pdf, 'Gönderen', left + half + 24, top)
  pdf.fillColor(ink).font('strong').fontSize(12).text(`${order.firstName} ${order.lastName}`, { width: half })
  pdf.font('text').fontSize(11)
  for (const part of [...postalLines(order), formatPhone(order.phone)]) pdf.text(part, { width: half })
  pdf.x = left
  pdf.y = Math.max(below, pdf.y) + 14
  pdf.font('text').fontSize(12).text(shop.words, { width })
  if (shop.contractCode) {
    pdf.moveDown(0.4).font('strong').fontSize(14).text(`Anlaşma kodu: ${shop.contractCode}`, { width })
  }
  const until = found.undelivered
    ? `Siparişi teslim aldığınız günden sonra ${handOverDays} gün içinde kargoya verin.`
    : `Kargoya en geç ${formatDate(found.deadline)} günü verin.`
  pdf.moveDown(0.4).font('text').fontSize(12).text(until, { width })
}

function cutHere(pdf: Pdf): void {
  const y = Math.max(pdf.y + 24, 420)
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .dash(4, { space: 4 })
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke()
    .undash()
  caption(pdf, 'Buradan kesin; üst yarıyı pakete yapıştırın, alt yarıyı paketin içine koyun.', left, y + 6)
  pdf.y += 18
}

function writePieces(pdf: Pdf, found: Return): void {
  pdf.fillColor(ink).font('strong').fontSize(14)
  pdf.text(`İade ${found.code} · Sipariş ${shownOrderId(found.orderId)}`, left, pdf.y, { width })
  pdf.moveDown(0.6)
  for (const { item, quantity, reason } of found.items) {
    pdf.fillColor(ink).font('text').fontSize(12)
    pdf.text(`${quantity} × ${item.productName} (${item.color}, ${item.size})`, { width })
    pdf
      .fillColor(muted)
      .fontSize(10)
      .text(reason === 'OTHER' ? item.sku : `${item.sku} · ${reasonWords[reason]}`, { width })
    pdf.moveDown(0.4)
  }
}
