import { type Ctx, requireRight } from '../ctx.ts'
import { checkReadiness } from '../desk/readiness.ts'
import { ShopError } from '../errors.ts'
import { requireOpen, saveServerSettings } from '../settings/server/saved.ts'

/** Opens the shop: from now on real money is taken. CONFLICT while anything on the list is still to do. */
export async function goLive(ctx: Ctx): Promise<void> {
  requireRight(ctx, 'settings')
  if (ctx.config.mode === 'live') throw new ShopError('CONFLICT', 'Mağazanız zaten yayında.')
  requireOpen(ctx, ['SHOP_MODE'])
  const { items } = await checkReadiness(ctx)
  const left = items.filter(({ id, state }) => state === 'todo' && id !== 'mode').map(({ title }) => title)
  if (left.length > 0)
    throw new ShopError('CONFLICT', `Yayına geçmeden önce şunları tamamlayın: ${left.join(', ')}.`, { data: { left } })
  await saveServerSettings(ctx, { SHOP_MODE: 'live' })
}
