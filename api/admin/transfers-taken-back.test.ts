import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { days, istanbulDay } from '#shop/time.ts'
import { aHelper } from '#test/accounts/helper.ts'
import { aPayment } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

/** An order by transfer, with what was entered for it and a way to take the newest of it back. */
async function anEntered(ctx: Ctx, api: Api) {
  const sale = await aTransfer(ctx, api)
  const path = `/admin/orders/${sale.orderId}/transfer`
  const receipts = async () => (await sale.staff('GET', path)).body.data
  const takeBack = async () => {
    const newest = (await receipts()).find((one: { takenBackAt: string | null }) => !one.takenBackAt)
    return sale.staff('DELETE', `${path}/${newest?.id ?? sale.orderId}`)
  }
  return { ...sale, receipts, takeBack }
}

/** Reads a statement of one line, always the same, and enters it for the order. */
async function enterLine(
  ctx: Ctx,
  app: { fetch: (request: Request) => Response | Promise<Response> },
  orderId: string,
  amount = '2.398,00',
) {
  const headers = { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` }
  const url = 'http://shop.test/api/v1/admin/transfers/statement'
  const send = async (path: string, body: FormData | string) => {
    const type: HeadersInit = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const request = new Request(`${url}${path}`, { method: 'POST', body, headers: { ...headers, ...type } })
    return (await (await app.fetch(request)).json()).data
  }
  const day = istanbulDay(ctx.clock()).split('-').reverse().join('.')
  const body = new FormData()
  body.set('file', new File([`Tarih;Açıklama;Tutar\n${day};EFT;${amount}\n`], 'ekstre.csv'))
  const { id, lines } = await send('', body)
  const matches = [{ key: lines[0].key, orderId }]
  const [done] = await send(`/${id}/confirm`, JSON.stringify({ matches }))
  return { ...done, byHand: lines[0].byHand }
}

describe('money that was entered for the wrong order', () => {
  test('is taken back: the order waits with its goods and a new deadline, and she is told', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await anEntered(ctx, api)
    clock.forward(days(2))
    await sale.receive(2398)
    expect(await sale.order()).toMatchObject({ paymentStatus: 'SUCCESS' })
    const answer = await sale.takeBack()
    expect(answer.body).toMatchObject({ data: { outcome: 'waits' }, message: expect.stringContaining('geri alındı') })
    expect(await sale.order()).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'AWAITING_TRANSFER',
      transfer: { reference: sale.reference, amount: 2398 },
    })
    const deadline = new Date(ctx.clock().getTime() + days(3)).toISOString()
    expect(await sale.waiting()).toMatchObject([{ orderId: sale.orderId, amount: 2398, received: 0, deadline }])
    expect([await sale.onShelf(), await sale.attempt()]).toMatchObject([3, { chargedKurus: null }])
    expect(await sale.receipts()).toMatchObject([{ amount: 2398, takenBackAt: ctx.clock().toISOString() }])
    const { sales } = (await sale.staff('GET', '/admin/dashboard')).body.data
    expect(sales.today, 'no sale of today').toMatchObject({ orders: 0, amount: 0 })
    const mail = (await mailsOf(ctx)).at(-1)
    expect(mail?.kind).toBe('transfer-mistake')
    expect(mail?.text).toContain('O ödeme başkasınınmış')
    expect(mail?.text).toContain('Gönderilecek tutar: 2.398,00 TL')
    const { body } = await sale.staff('GET', `/admin/orders/${sale.orderId}`)
    expect(body.data.history.map((one: { note: string }) => one.note)).toContain(
      '2.398,00 TL yanlış işlenmişti, geri alındı',
    )
    await tendTransfers(ctx)
    expect(await sale.mails(), 'nobody is reminded in the same hour').toHaveLength(3)
    await sale.receive(2398)
    expect((await sale.order()).paymentStatus, 'and is paid once its own money comes').toBe('SUCCESS')
    expect(await sale.books()).toEqual([])
  })

  test('leaves what came truly: a part waits on for its rest', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(1000)
    await sale.receive(398)
    expect((await sale.takeBack()).body.data.outcome).toBe('waits')
    expect((await sale.order()).transfer).toMatchObject({ amount: 1398 })
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('Sizden 1.000,00 TL aldık, 1.398,00 TL eksik.')
    expect((await sale.receive(1398)).body.data.outcome).toBe('paid')
    expect(await sale.books()).toEqual([])
  })

  test('that was too much leaves a paid order paid, and nothing to decide', async ({ ctx, api, app }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    expect((await enterLine(ctx, app, sale.orderId, '100,00')).outcome, 'a line says that more came').toBe('paid')
    expect((await sale.payments()).findings).toMatchObject([{ excess: 100 }])
    const told = await sale.mails()
    expect((await sale.takeBack()).body.data.outcome).toBe('paid')
    expect([(await sale.payments()).findings, await sale.mails()]).toEqual([[], told])
    expect(await sale.order()).toMatchObject({ paymentStatus: 'SUCCESS' })
    expect(await sale.books()).toEqual([])
  })

  test('frees the line of the statement that showed it for its own order', async ({ ctx, api, app }) => {
    const [wrong, right] = [await anEntered(ctx, api), await anEntered(ctx, api)]
    expect((await enterLine(ctx, app, wrong.orderId)).outcome).toBe('paid')
    expect((await enterLine(ctx, app, right.orderId)).error, 'it is counted').toContain('daha önce')
    await wrong.takeBack()
    expect((await enterLine(ctx, app, right.orderId)).outcome).toBe('paid')
    expect(await right.order()).toMatchObject({ paymentStatus: 'SUCCESS' })
    expect(await wrong.order()).toMatchObject({ paymentStatus: 'AWAITING_TRANSFER' })
  })

  test('counts nowhere: a line of the same sum pays, and is not said to be entered by hand', async ({
    ctx,
    api,
    app,
  }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    await sale.takeBack()
    const entered = await enterLine(ctx, app, sale.orderId)
    expect([entered.byHand, entered.outcome]).toEqual([false, 'paid'])
    expect(await sale.order()).toMatchObject({ paymentStatus: 'SUCCESS' })
    expect(await sale.books()).toEqual([])
  })

  test('is not entered again by the same request that comes late', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const enter = () =>
      api('POST', `/admin/orders/${sale.orderId}/transfer`, {
        token,
        body: { amount: 2398, receivedAt: ctx.clock().toISOString() },
        headers: { 'Idempotency-Key': 'one' },
      })
    expect((await enter()).status).toBe(200)
    await sale.takeBack()
    expect((await enter()).body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('geri alınmış') })
    expect(await sale.order()).toMatchObject({ paymentStatus: 'AWAITING_TRANSFER' })
  })

  test('makes the next order that is paid its buyer’s first', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    expect((await sale.own('POST', '/payments/create', aPayment(sale.product))).status).toBe(200)
    await sale.takeBack()
    expect(await sale.books()).toEqual([])
    await sale.receive(2398)
    expect(await sale.books()).toEqual([])
  })

  test('stays once goods, money or an invoice went out since, and is taken back once', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    const set = (status: string) => sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status })
    await set('PREPARED')
    expect((await sale.takeBack()).body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Onay Bekliyor'),
    })
    await set('PENDING')
    expect((await sale.takeBack()).status).toBe(200)
    expect((await sale.takeBack()).status, 'nothing is left').toBe(404)
    const [{ id }] = await sale.receipts()
    const again = await sale.staff('DELETE', `/admin/orders/${sale.orderId}/transfer/${id}`)
    expect(again.body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('daha önce geri alınmış') })
    await sale.receive(2398)
    await set('SHIPPED')
    expect((await sale.takeBack()).body.message).toContain('Gönderilmiş')
    await set('CONFIRMED')
    expect((await sale.takeBack()).body.message, 'it was sent all the same').toContain('Gönderilmiş')
  })

  test('stays where money goes back, or the order is over', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    const { items } = await sale.order()
    const body = { items: [{ itemId: items[0].id, quantity: 1 }], restock: true }
    expect((await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, body)).status).toBe(200)
    expect((await sale.takeBack()).body.message).toContain('para iade')
    const late = await anEntered(ctx, api)
    await late.own('POST', `/orders/${late.orderId}/cancellation`)
    expect((await late.receive(2398)).body.data.outcome).toBe('goes-back')
    expect((await late.takeBack()).body.message).toContain('sona ermiş')
  })

  test('is for who may settle payments alone, and of an order’s own transfer', async ({ ctx, api }) => {
    const [sale, other] = [await anEntered(ctx, api), await anEntered(ctx, api)]
    await sale.receive(2398)
    const [{ id }] = await sale.receipts()
    const path = `/admin/orders/${sale.orderId}/transfer/${id}`
    const packer = await aHelper(ctx, ['orders'])
    expect((await api('DELETE', path, { token: packer })).status).toBe(403)
    expect((await sale.own('DELETE', path)).status).toBe(403)
    expect((await sale.staff('GET', '/admin/orders/nobodys/transfer')).status).toBe(404)
    expect((await other.staff('DELETE', `/admin/orders/${other.orderId}/transfer/${id}`)).status).toBe(404)
    expect((await sale.order()).paymentStatus).toBe('SUCCESS')
  })

  test('is told in the list of what was done', async ({ ctx, api }) => {
    const sale = await anEntered(ctx, api)
    await sale.receive(2398)
    await sale.takeBack()
    const { body } = await sale.staff('GET', '/admin/audit')
    expect(body.data.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining(['payment.transfer-back', 'payment.transfer']),
    )
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, sale.orderId))
    expect(order?.paidAt).toBeNull()
  })
})
