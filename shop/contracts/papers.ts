import type { Ctx } from '../ctx.ts'
import { shownOrderId } from '../orders/contract.ts'
import { findBrand } from '../settings/brand.ts'
import { formatMoment } from '../time.ts'
import { findContracts, type OrderContract } from './order-contracts.ts'
import { htmlDocument, type WrittenContract } from './written.ts'

/** What was accepted with an order, as files to keep; undefined when nothing was. */
export async function makePapers(ctx: Ctx, orderId: string) {
  const contracts = await findContracts(ctx, orderId)
  if (contracts.length === 0) return undefined
  // Only needed now and then, and heavy.
  const { pdfDocument } = await import('./pdf.ts')
  const name = `sozlesmeler-${orderId.slice(-8).toUpperCase()}`
  return {
    html: { filename: `${name}.html`, content: await contractsHtml(ctx, orderId, contracts) },
    pdf: { filename: `${name}.pdf`, content: await pdfDocument(await headingOf(ctx, orderId), contracts, proofOf) },
  }
}

export async function contractsHtml(ctx: Ctx, orderId: string, contracts: OrderContract[]): Promise<string> {
  return htmlDocument(await headingOf(ctx, orderId), contracts, proofOf)
}

async function headingOf(ctx: Ctx, orderId: string): Promise<string> {
  const { shopName } = await findBrand(ctx)
  return `${shopName}, sipariş ${shownOrderId(orderId)}`
}

function proofOf({ version, sha256, acceptedAt }: WrittenContract): string {
  return `${formatMoment(acceptedAt)} tarihinde onaylandı. Metin sürümü: ${version}. SHA-256: ${sha256}`
}
