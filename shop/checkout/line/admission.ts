import { type Ctx, isId } from '../../ctx.ts'
import type { Turn } from '../../ports.ts'
import type { NewPayment } from '../contract.ts'
import { holderOf } from '../holds.ts'
import { holdsAllOf } from './holding.ts'
import { spendPlace } from './places.ts'

type Buying = { userId: string; input: NewPayment; ticket: string | undefined; isAtBank: boolean }

/** The place was good for one order, and has it. */
class PlaceIsUsed extends Error {}

/** IN_LINE for who waits and was not called yet, before anything is asked of the database. */
export async function requireCalled(
  ctx: Ctx,
  userId: string,
  input: NewPayment,
  ticket: string | undefined,
): Promise<void> {
  if (ticket === undefined || input.orderData.stockNotices?.length) return
  await ctx.line?.requireCalled({ person: userId, ticket })
}

/** Does the work once she is let in; IN_LINE while she has to wait. */
export async function inTurn<T>(ctx: Ctx, buying: Buying, work: (turn: Turn | undefined) => Promise<T>): Promise<T> {
  const { userId, input, ticket } = buying
  const turn = await ctx.line?.enter({
    person: userId,
    network: holderOf(ctx, userId).network,
    variantIds: input.orderData.cartItems.flatMap(({ variantId }) => (variantId && isId(variantId) ? variantId : [])),
    ticket,
    holdsAll: () => holdsAllOf(ctx, buying),
  })
  try {
    return await work(turn)
  } catch (error) {
    if (!(error instanceof PlaceIsUsed)) throw error
  } finally {
    turn?.end()
  }
  return inTurn(ctx, { ...buying, ticket: undefined }, work)
}

/** Inside the transaction that writes the order: her place is used with it. */
export async function spendTurn(ctx: Ctx, turn: Turn | undefined, person: string, orderId: string): Promise<void> {
  if (turn?.place === undefined) return
  const isGood = await spendPlace(ctx, { place: turn.place, person, orderId })
  // Once the line is gone nobody needs a place.
  if (!isGood && ctx.line?.isOpen) throw new PlaceIsUsed()
}
