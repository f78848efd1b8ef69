import { line, muted, type Pdf } from '../agreements/pdf.ts'
import { carrierName } from '../orders/carriers.ts'
import type { Order } from '../orders/orders.ts'
import type { PaperLogo } from '../settings/face/logos.ts'

/** The sender, from the shop's legal settings and its look. */
export type Sender = { shop: string; merchantTitle: string; address: string; phone: string; logo?: PaperLogo }

export function buyerOf({ firstName, lastName }: Order): string {
  return `${firstName} ${lastName}`
}

export function carrierLine({ carrier, trackingNumber }: Order): string {
  return [carrierName(carrier), trackingNumber && `Takip no: ${trackingNumber}`].filter(Boolean).join('\n')
}

export function caption(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.fillColor(muted).font('text').fontSize(9).text(text, x, y)
}

export function textArea(pdf: Pdf) {
  const { left, right, bottom } = pdf.page.margins
  return { left, width: pdf.page.width - left - right, bottom: pdf.page.height - bottom }
}

export function rule(pdf: Pdf): void {
  const { left, width } = textArea(pdf)
  pdf
    .moveTo(left, pdf.y)
    .lineTo(left + width, pdf.y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke()
}
