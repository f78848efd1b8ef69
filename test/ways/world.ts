import type { Ctx } from '#shop/ctx.ts'
import type { PaymentStep } from '#shop/ports.ts'
import { stockByVariant } from '../books.ts'
import { aProduct, aUser } from '../factories.ts'
import { wildBank } from '../outside/wild-bank.ts'
import { initialStock, type World } from '../payment-truths.ts'
import { makeBalances } from './balances.ts'
import { aGuest } from './guests.ts'
import { withInstallments } from './installments.ts'

export class Crash extends Error {}

/** A shop with one product, two shoppers with balances, one without an account, and two providers at one bank. */
export async function aWorld(base: Ctx): Promise<World> {
  const bank = wildBank()
  const crash: World['crash'] = { step: undefined }
  const atStep = (step: PaymentStep) => {
    if (step !== crash.step) return
    crash.step = undefined
    throw new Crash()
  }
  const payments = withInstallments(bank.providers[0], 1.13)
  const other = withInstallments(bank.providers[1], 1.37)
  const ctx = { ...base, payments, otherPayments: [other], atStep, config: { ...base.config, rateLimitScale: 1e6 } }
  const variant = { stock: initialStock, priceKurus: 10_050 }
  const product = await aProduct(ctx, { variants: [variant, { ...variant, size: 'M' }] })
  const others = await Promise.all(
    [13_075, 6_025].map((priceKurus) => aProduct(ctx, { variants: [{ ...variant, priceKurus }] })),
  )
  const exchanged = [product.variants[1], ...others.map(({ variants }) => variants[0])].map((one) => one?.id ?? '')
  const shoppers = [(await aUser(ctx)).id, (await aUser(ctx)).id]
  return {
    ctx,
    bank,
    product,
    exchanged,
    sold: new Map(),
    shoppers,
    guest: await aGuest(ctx),
    links: new Map(),
    cards: await makeBalances(ctx, shoppers),
    atDoor: [],
    byTransfer: [],
    collected: new Map(),
    crash,
    answers: new Map(),
    sent: new Map(),
    limits: new Map(),
    initial: await stockByVariant(ctx.db),
    ...nothingYet(),
  }
}

function nothingYet() {
  return { before: new Map(), givenUp: new Set<string>(), decided: new Set<string>() }
}
