import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { type Ctx, newId } from '../../ctx.ts'
import type { ChargeRequest } from '../../payment-provider.ts'
import { declineSentence } from '../declines.ts'
import { demoRefunds } from '../schema.ts'
import {
  addForeignDemoCharge,
  answerDemoBankPage,
  demoProvider,
  demoSmsCode,
  findDemoBankPage,
  listDemoLedger,
} from './demo.ts'
import { demoPlans } from './installments.ts'

const cards = { good: '5528790000000008', secure: '5526080000000006', failingSecure: '4131111111111117' }

function aBank(ctx: Ctx, threeDs: 'always' | 'never' | 'auto' = 'auto') {
  const bank = demoProvider({ db: ctx.db, clock: ctx.clock, publicUrl: 'http://shop.test', threeDs })
  const charge = async (number: string, amountKurus = 10_000) => {
    const request: ChargeRequest = {
      conversationId: newId(),
      orderId: newId(),
      amountKurus,
      installments: 1,
      items: [],
      card: { holderName: 'AYSE YILMAZ', number, expireMonth: '12', expireYear: '2040', cvc: '123' },
      buyer: {
        id: newId(),
        firstName: 'Ayşe',
        lastName: 'Yılmaz',
        email: 'a@posta.example',
        phone: '+905321112233',
        address: 'Bağdat Caddesi 1',
        city: 'İstanbul',
        postalCode: null,
        ip: '198.51.100.7',
      },
      callbackUrl: 'http://shop.test/donus',
    }
    const { conversationId, orderId } = request
    const outcome = await bank.charge(request)
    const row = (await listDemoLedger(ctx.db)).find((row) => row.conversationId === conversationId)
    const about = { conversationId, orderId, amountKurus, data: null }
    return { ...about, outcome, paymentId: row?.paymentId ?? '', row }
  }
  const give = (paymentId: string, amountKurus: number, refundId: string = newId()) =>
    bank.refund({
      refundId,
      paymentId,
      amountKurus,
      conversationId: 'any',
      ip: 'system',
      paidKurus: 0,
      feeKurus: 0,
      paidAt: ctx.clock(),
      refundedKurus: 0,
    })
  return { ...bank, charge, give }
}

const declined = (code: string) => ({ kind: 'declined', code, message: declineSentence(code) })
const refused = { kind: 'refused', message: 'Banka iadeyi kabul etmedi.' }

describe('the demo bank', () => {
  test('charges at once, and finds what it charged', async ({ ctx }) => {
    const bank = aBank(ctx)
    const { outcome, conversationId, orderId, paymentId, row } = await bank.charge(cards.good)
    expect(outcome).toEqual({ kind: 'charged', paymentId, amountKurus: 10_000, orderId })
    expect(row).toMatchObject({ status: 'CHARGED', declineCode: null, callbackUrl: 'http://shop.test/donus' })
    await bank.charge(cards.good, 5)
    expect(await bank.find(conversationId)).toEqual(outcome)
    expect(await bank.find('never heard of')).toEqual({ kind: 'none' })
  })

  test.for([
    ['4111111111111129', 'NOT_SUFFICIENT_FUNDS'],
    ['4129111111111111', 'DO_NOT_HONOUR'],
    ['4125111111111115', 'EXPIRED_CARD'],
    ['4124111111111116', 'INVALID_CVC2'],
  ] as const)('declines %s: %s, also where 3-D Secure is asked for always', async ([card, code], { ctx }) => {
    for (const threeDs of ['auto', 'always'] as const) {
      const bank = aBank(ctx, threeDs)
      const { outcome, conversationId } = await bank.charge(card)
      expect(outcome).toEqual(declined(code))
      expect(await bank.find(conversationId)).toEqual(outcome)
    }
  })

  test.for([
    ['auto', cards.good, 'charged'],
    ['auto', cards.secure, '3ds'],
    ['auto', cards.failingSecure, '3ds'],
    ['always', cards.good, '3ds'],
    ['never', cards.secure, 'charged'],
    ['never', cards.failingSecure, 'declined'],
  ] as const)('3-D Secure %s, card %s: %s', async ([threeDs, card, kind], { ctx }) => {
    const { outcome, paymentId } = await aBank(ctx, threeDs).charge(card)
    expect(outcome.kind).toBe(kind)
    if (kind === '3ds') {
      const redirectUrl = `http://shop.test/demo-bank/3ds/${paymentId}`
      expect(outcome).toEqual({ kind, paymentId, redirectUrl })
    }
    if (kind === 'declined') expect(outcome).toEqual(declined('DO_NOT_HONOUR'))
  })

  test.for([
    [cards.secure, demoSmsCode, 'charged'],
    [cards.secure, '000000', 'declined'],
    [cards.failingSecure, demoSmsCode, 'declined'],
  ] as const)('%s with the code %s is %s by the shop’s last call, not before', async ([card, code, kind], { ctx }) => {
    const bank = aBank(ctx)
    const [payment, other] = [await bank.charge(card), await bank.charge(cards.secure)]
    expect((await bank.finishThreeDs(payment)).kind, 'she has not answered').toBe('3ds')
    const { conversationId, paymentId } = payment
    const callbackUrl = 'http://shop.test/donus'
    expect(await answerDemoBankPage(ctx.db, paymentId, code)).toEqual({ conversationId, callbackUrl })
    expect((await bank.find(conversationId)).kind).toBe('3ds')
    const page = { amountKurus: 10_000, status: 'AWAITING_3DS', threeDsOk: kind === 'charged', onPage: false }
    expect(await findDemoBankPage(ctx.db, paymentId)).toEqual(page)
    const outcome = await bank.finishThreeDs(payment)
    expect(outcome).toMatchObject(kind === 'charged' ? { kind } : declined('THREE_DS_FAILED'))
    expect(await answerDemoBankPage(ctx.db, paymentId, demoSmsCode), 'it is settled').toBeUndefined()
    expect(await bank.finishThreeDs(payment)).toEqual(outcome)
    expect((await bank.find(other.conversationId)).kind, 'the other shopper is still there').toBe('3ds')
  })

  test('a payment that was charged before is not charged or declined by another’s code', async ({ ctx }) => {
    const bank = aBank(ctx)
    const [paid, failed] = [await bank.charge(cards.good), await bank.charge('4111111111111129')]
    for (const { paymentId } of [paid, failed]) {
      expect(await answerDemoBankPage(ctx.db, paymentId, demoSmsCode)).toBeUndefined()
    }
    expect((await bank.finishThreeDs(failed)).kind).toBe('declined')
    expect((await bank.finishThreeDs(paid)).kind).toBe('charged')
  })

  test('gives back what it took of this payment and no more; the same refund once', async ({ ctx }) => {
    const bank = aBank(ctx)
    const [paid, other] = [await bank.charge(cards.good), await bank.charge(cards.good)]
    const [declined, waiting] = [await bank.charge('4111111111111129'), await bank.charge(cards.secure)]
    const id = newId()
    expect(await bank.give(paid.paymentId, 4_000, id)).toEqual({ kind: 'refunded' })
    expect(await bank.give(paid.paymentId, 4_000, id), 'asked again').toEqual({ kind: 'refunded' })
    expect(await bank.give(paid.paymentId, 6_001)).toEqual(refused)
    expect(await bank.give(declined.paymentId, 1)).toEqual(refused)
    expect(await bank.give(waiting.paymentId, 1)).toEqual(refused)
    expect(await bank.give(paid.paymentId, 6_000)).toEqual({ kind: 'refunded' })
    const booksOf = ({ paymentId }: typeof paid) => bank.findBooks({ conversationId: 'any', paymentId })
    expect(await booksOf(paid)).toEqual({ amountKurus: 10_000, refundedKurus: 10_000 })
    expect(await booksOf(other)).toEqual({ amountKurus: 10_000, refundedKurus: 0 })
    expect(await booksOf(declined)).toBeUndefined()
    expect(await ctx.db.select().from(demoRefunds), 'a refused one may be asked for again').toHaveLength(2)
  })

  test('lists what it charged on a day of Istanbul', async ({ ctx, clock }) => {
    const bank = aBank(ctx)
    const at = async (time: string, card = cards.good) => {
      clock.now = new Date(time)
      return bank.charge(card)
    }
    await at('2026-11-19T20:59:59.999Z')
    const first = await at('2026-11-19T21:00:00Z')
    await at('2026-11-20T12:00:00Z', '4111111111111129')
    const last = await at('2026-11-20T20:59:59.999Z')
    await at('2026-11-20T21:00:00Z')
    await bank.give(last.paymentId, 1_000)
    const lineOf = ({ paymentId, conversationId }: typeof first, refundedKurus = 0) => ({
      paymentId,
      conversationId,
      amountKurus: 10_000,
      refundedKurus,
    })
    const listed = await bank.listCharges('2026-11-20')
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([lineOf(first), lineOf(last, 1_000)]))
    expect((await listDemoLedger(ctx.db))[0]?.createdAt, 'newest first').toEqual(clock.now)
  })

  test('knows charges of which the shop has never heard', async ({ ctx, clock }) => {
    const paymentId = await addForeignDemoCharge(ctx.db, 32_150, clock.now)
    const [line] = (await aBank(ctx).listCharges('2026-11-20')) ?? []
    const conversationId = `foreign-${paymentId}`
    expect(line).toEqual({ paymentId, conversationId, amountKurus: 32_150, refundedKurus: 0 })
  })
})

describe('its installments', () => {
  const familyOf = (bin: string) => demoPlans(10_000, bin).map(({ family }) => family)

  test('every family has its table, with a single payment first', () => {
    const plans = demoPlans(10_000)
    expect(plans.map(({ family }) => family)).toEqual([
      'Bonus',
      'Maximum',
      'World',
      'Axess',
      'CardFinans',
      'Paraf',
      'Bankkart Combo',
    ])
    expect(plans[0]).toEqual({
      family: 'Bonus',
      bank: 'Garanti BBVA',
      cardType: 'CREDIT',
      forces3ds: false,
      options: [
        { count: 1, totalKurus: 10_000 },
        { count: 2, totalKurus: 10_260 },
        { count: 3, totalKurus: 10_410 },
        { count: 6, totalKurus: 10_860 },
        { count: 9, totalKurus: 11_320 },
        { count: 12, totalKurus: 11_790 },
      ],
    })
  })

  test('the longest beginning of a number decides its family', () => {
    expect([familyOf('55281111'), familyOf('55287900')]).toEqual([['World'], ['Paraf']])
    expect([familyOf('49211111'), familyOf('49213000')]).toEqual([['World'], ['Paraf']])
  })

  test('debit cards and unknown ones pay at once', () => {
    const single = { family: '', bank: null, forces3ds: false, options: [{ count: 1, totalKurus: 10_000 }] }
    for (const bin of ['58900400', '60001234'])
      expect(demoPlans(10_000, bin)).toEqual([{ ...single, cardType: 'DEBIT' }])
    expect(demoPlans(10_000, '40000000')).toEqual([{ ...single, cardType: 'CREDIT' }])
  })
})
