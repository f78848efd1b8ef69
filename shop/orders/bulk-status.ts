import { type Ctx, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import type { BulkStatusChange } from './contract.ts'
import { changeOrderStatus } from './status.ts'

type BulkOutcome = { changed: string[]; refused: { orderId: string; message: string }[] }

/** Sets the status of several orders, each in its own transaction: a refused one does not stop the others. */
export async function changeStatusOfMany(ctx: Ctx, { orderIds, status }: BulkStatusChange): Promise<BulkOutcome> {
  requireRight(ctx, 'orders')
  const outcome: BulkOutcome = { changed: [], refused: [] }
  for (const orderId of orderIds) {
    try {
      await changeOrderStatus(ctx, orderId, { status })
      outcome.changed.push(orderId)
    } catch (error) {
      const known = error instanceof ShopError
      if (!known) ctx.log.error({ err: error, orderId }, 'one of several orders could not be changed')
      outcome.refused.push({ orderId, message: known ? error.message : 'Beklenmeyen bir sorun oluştu.' })
    }
  }
  return outcome
}
