import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { endForgottenCodes } from '#shop/checkout/ways/door/confirm.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { doorCodes } from '#shop/payments/schema.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aBeginning, aStaff, mailedCode, stockOf } from '#test/ways/door.ts'

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('buying at the door', () => {
  test('asks for a mailed code: until then nobody sees the order, its units are held, no card is asked', async ({
    ctx,
    api,
  }) => {
    const { begun, orderId, product, state, mine, orderNow } = await aBeginning(ctx, api)
    const asked = { status: 'CODE_REQUIRED', orderId, sentTo: 'a•••@posta.example', totalAmount: 1248 }
    expect([begun.status, begun.body.data]).toMatchObject([200, asked])
    expect((await state()).body.data).toMatchObject(asked)
    expect([await mine(), await stockOf(ctx, product.id)]).toEqual([[], 2])
    expect(await orderNow()).toMatchObject({ placedAt: null, methodFeeKurus: 4_900, totalKurus: 124_800 })
    expect((await mailsOf(ctx)).map(({ kind, toEmail }) => [kind, toEmail])).toEqual([
      ['door-code', 'ayse@posta.example'],
    ])
  })

  test('keeps the code nowhere in the open, neither in the database nor, once sent, in the outbox', async ({
    ctx,
    api,
  }) => {
    await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const [kept] = await ctx.db.select().from(doorCodes)
    expect(kept?.codeHash).not.toContain(code)
    const [mail] = await mailsOf(ctx)
    const admin = await aStaff(ctx, api)
    const shown = async () => (await admin('GET', `/admin/mails/${mail?.id}`)).body.data
    expect((await shown()).text).toContain('••••••')
    expect((await shown()).text).not.toContain(code)
    expect((await shown()).keptBack).toContain('kod taşır')
    await sendMail(ctx, mail?.id ?? '')
    expect((await ctx.db.select().from(mails))[0]?.text).toBe('')
  })

  test('places the order by the right code, once however often it is sent, and mails what to have ready', async ({
    ctx,
    api,
  }) => {
    const { orderId, enter, mine, state, product } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const answer = await enter(code)
    expect([answer.status, answer.body.data]).toMatchObject([200, { status: 'SUCCESS', orderId, totalAmount: 1248 }])
    expect((await enter(code)).body.data).toEqual(answer.body.data)
    expect((await state()).body.data.status).toBe('SUCCESS')
    expect(await mine()).toMatchObject([
      { id: orderId, status: 'PENDING', paymentStatus: 'CASH_ON_DELIVERY', totalAmount: 1248 },
    ])
    expect(await stockOf(ctx, product.id)).toBe(2)
    const [, confirmation, ...more] = await mailsOf(ctx)
    expect(more).toEqual([])
    expect(confirmation?.kind).toBe('order-confirmation')
    expect(confirmation?.text).toContain(
      'nakit veya kartla yapacaksınız; lütfen 1.248,00 TL tutarını hazır bulundurun.',
    )
    expect(confirmation?.text).toContain('Kapıda ödeme bedeli: 49,00 TL')
    expect(confirmation?.text).not.toContain('ödemeniz tamamlandı')
    expect(await ctx.db.select().from(doorCodes)).toEqual([])
  })

  test('counts wrong codes; the fifth ends the order and its units are on sale again', async ({ ctx, api }) => {
    const { enter, product, mine, state } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    for (const triesLeft of [4, 3, 2, 1]) {
      const { status, body } = await enter(wrongOf(code))
      expect([status, body.code, body.data]).toEqual([400, 'WRONG_CODE', { triesLeft }])
      expect(body.message).toContain(`Kalan deneme: ${triesLeft}.`)
    }
    expect(await stockOf(ctx, product.id)).toBe(2)
    const last = await enter(wrongOf(code))
    expect([last.status, last.body.code]).toEqual([409, 'CODE_OVER'])
    expect([(await enter(code)).body.code, await mine(), await stockOf(ctx, product.id)]).toEqual(['CODE_OVER', [], 3])
    expect((await state()).body.data).toMatchObject({
      status: 'DECLINED',
      message: 'Bu sipariş sona erdi ve sizden bir ödeme alınmadı; yeniden sipariş verebilirsiniz.',
    })
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['door-code'])
  })

  test('takes no code after its time, and ends by itself what nobody confirmed', async ({ ctx, api, clock }) => {
    const late = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    clock.forward(minutes(ctx.config.holdMinutes))
    expect([(await late.enter(code)).body.code, await stockOf(ctx, late.product.id)]).toEqual(['CODE_OVER', 3])
    const forgotten = await aBeginning(ctx, api)
    clock.forward(minutes(ctx.config.holdMinutes) - seconds(1))
    await endForgottenCodes(ctx)
    expect(await stockOf(ctx, forgotten.product.id)).toBe(2)
    clock.forward(seconds(2))
    await endForgottenCodes(ctx)
    expect(await stockOf(ctx, forgotten.product.id)).toBe(3)
    expect((await forgotten.resend()).body.code).toBe('CODE_OVER')
  })

  test('mails another code after a minute, twice at most; the earlier one no longer counts', async ({
    ctx,
    api,
    clock,
  }) => {
    const { enter, resend } = await aBeginning(ctx, api)
    const first = await mailedCode(ctx)
    const soon = await resend()
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60'])
    let newest = first
    for (let times = 2; times <= 3; times++) {
      clock.forward(minutes(1))
      expect((await resend()).body.data.status).toBe('CODE_REQUIRED')
      newest = await mailedCode(ctx)
    }
    clock.forward(minutes(1))
    expect((await resend()).status).toBe(429)
    if (first !== newest) expect((await enter(first)).body.code).toBe('WRONG_CODE')
    expect((await enter(newest)).body.data.status).toBe('SUCCESS')
    expect((await resend()).body.data.status).toBe('SUCCESS')
  })

  test("is nobody else's: neither code nor state", async ({ ctx, api }) => {
    const { orderId } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const path = `/payments/${orderId}/code`
    expect((await api('POST', path, { token, body: { code } })).status).toBe(404)
    expect((await api('POST', `${path}/resend`, { token })).status).toBe(404)
    expect((await api('POST', path, { body: { code } })).status).toBe(401)
    expect((await api('POST', `${path}/resend`)).status).toBe(401)
    expect((await api('POST', '/payments/none/code', { token, body: { code } })).status).toBe(404)
    expect((await api('POST', path, { token, body: { code: '12' } })).status).toBe(400)
  })

  test('is given up when she pays in another way, though nothing else is left of the goods', async ({ ctx, api }) => {
    const { token, product, enter } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, product.id))
    const paid = await api('POST', '/payments/create', { token, body: aPayment(product) })
    expect([paid.body.data.status, await stockOf(ctx, product.id)]).toEqual(['SUCCESS', 0])
    expect((await enter(code)).body.code).toBe('CODE_OVER')
  })

  test('is begun once by one key, however often it is sent', async ({ ctx, api }) => {
    const { token, body } = await aBeginning(ctx, api)
    const send = () => api('POST', '/payments/create', { token, body, headers: { 'idempotency-key': 'one' } })
    const first = await send()
    expect(first.body.data.status).toBe('CODE_REQUIRED')
    expect((await send()).body.data).toEqual(first.body.data)
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'door-code')).toHaveLength(2)
  })

  test('needs the fee in the total that she saw', async ({ ctx, api }) => {
    const { orderData, buy } = await aBeginning(ctx, api)
    const { status, body } = await buy({ orderData: { ...orderData, totalAmount: 1199 } })
    expect([status, body.code, body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 1248 }])
  })
})
