import type { Ctx } from '../ctx.ts'
import { shownOrderId } from '../order-id.ts'
import { findBrand, type ShopBrand } from '../settings/brand.ts'
import { findPaperLogo } from '../settings/face/logos.ts'
import { formatMoment } from '../time.ts'
import { findContracts, type OrderContract } from './order-contracts.ts'
import { inPdfTurn } from './pdf-turns.ts'
import { htmlDocument, type WrittenContract } from './written.ts'

/** Returns an order's accepted contracts as HTML and PDF; undefined when there are none. */
export async function makeDocuments(ctx: Ctx, orderId: string) {
  const contracts = await findContracts(ctx, orderId)
  if (contracts.length === 0) return undefined
  // Loaded on demand: it is heavy and seldom needed.
  const { pdfDocument } = await import('./pdf.ts')
  const brand = await findBrand(ctx)
  const heading = headingOf(brand, orderId)
  const logo = await findPaperLogo(ctx, brand.logo)
  const name = `sozlesmeler-${orderId.slice(-8).toUpperCase()}`
  return {
    html: { filename: `${name}.html`, content: await contractsHtml(ctx, orderId, contracts) },
    pdf: { filename: `${name}.pdf`, content: await inPdfTurn(() => pdfDocument(heading, contracts, proofOf, logo)) },
  }
}

export async function contractsHtml(ctx: Ctx, orderId: string, contracts: OrderContract[]): Promise<string> {
  return htmlDocument(headingOf(await findBrand(ctx), orderId), contracts, proofOf)
}

function headingOf({ shopName }: ShopBrand, orderId: string): string {
  return `${shopName}, sipariş ${shownOrderId(orderId)}`
}

function proofOf({ version, sha256, acceptedAt, revision }: WrittenContract): string {
  const what = revision === 0 ? 'onaylandı' : 'siparişteki değişiklik üzerine düzenlendi'
  return `${formatMoment(acceptedAt)} tarihinde ${what}. Metin sürümü: ${version}. SHA-256: ${sha256}`
}
