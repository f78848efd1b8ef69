import { inPdfTurn } from '../agreements/pdf-turns.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { findBrand } from '../settings/brand.ts'
import { findPaperLogo } from '../settings/face/logos.ts'
import { getReturn, isOpen } from './returns.ts'
import { findWayBack, wayFor } from './settings.ts'

/** Makes the slip that lies in the parcel and sticks on it: for her own return, or any for staff. */
export async function makeReturnSlip(ctx: Ctx, id: string): Promise<{ filename: string; content: Buffer }> {
  const found = await getReturn(ctx, id)
  if (!isOpen(found) || found.status === 'REQUESTED') {
    throw new ShopError('CONFLICT', 'İade fişi, iade onaylanınca basılabilir.')
  }
  const way = wayFor(await findWayBack(ctx), found)
  const { shopName, logo } = await findBrand(ctx)
  const drawn = await findPaperLogo(ctx, logo)
  // Loaded on demand: it is heavy and seldom needed.
  const { returnSlipPdf } = await import('./slip-pdf.ts')
  const content = await inPdfTurn(() => returnSlipPdf(found, { shopName, ...(drawn && { logo: drawn }), ...way }))
  return { filename: `iade-${found.code}.pdf`, content }
}
