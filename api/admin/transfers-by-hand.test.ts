import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { recheckDiscrepancies } from '#shop/checkout/reconciliation/discrepancies.ts'
import { receiveTransfer } from '#shop/checkout/ways/transfer/receipts.ts'
import { bankStatements, transferReceipts } from '#shop/checkout/ways/transfer/schema.ts'
import { findReferred } from '#shop/checkout/ways/transfer/statement/known.ts'
import { forgetOldStatements, readStatement } from '#shop/checkout/ways/transfer/statement/statements.ts'
import { newId } from '#shop/ctx.ts'
import type { FeedEvent } from '#shop/ports.ts'
import { days } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

describe('money that was entered by hand', () => {
  test('counts once for its key, and another sum with it is refused', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const enter = async (amount: number, key: string) => {
      const body = { amount, receivedAt: ctx.clock().toISOString() }
      const headers = { 'Idempotency-Key': key }
      const { body: answer } = await api('POST', `/admin/orders/${sale.orderId}/transfer`, { token, body, headers })
      return answer.code ?? answer.data.outcome
    }
    expect([await enter(1_000, 'k1'), await enter(1_000, 'k1')]).toEqual(['part', 'part'])
    expect(await sale.waiting()).toMatchObject([{ received: 1_000 }])
    expect(await enter(500, 'k1')).toBe('IDEMPOTENCY_CONFLICT')
    expect([await enter(1_398, 'k2'), await enter(1_398, 'k2')], 'the last part too').toEqual(['paid', 'paid'])
    expect(await enter(1, 'k3')).toBe('CONFLICT')
    expect(await sale.books()).toEqual([])
  })

  test('came at noon of a day that is named without an hour', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    const enter = async (receivedAt: string) =>
      (await sale.staff('POST', `/admin/orders/${sale.orderId}/transfer`, { amount: 100, receivedAt })).body
    expect((await enter('2026-11-19')).data).toEqual({ outcome: 'part' })
    const receipts = await ctx.db.select().from(transferReceipts)
    expect(receipts).toMatchObject([{ receivedAt: new Date('2026-11-19T12:00:00+03:00') }])
    for (const wrong of ['2026-02-30', '19.11.2026', ''])
      expect((await enter(wrong)).error, wrong).toEqual({ receivedAt: ['Paranın geldiği günü yazın'] })
    expect((await enter('2026-11-25')).message).toBe('Paranın geldiği gün gelecekte olamaz')
  })

  test('says of an order that was cancelled that it is over, not that its goods are gone', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    const { body } = await sale.receive(2398)
    expect(body).toMatchObject({
      data: { outcome: 'goes-back' },
      message: 'Ödeme işlendi, ama sipariş sona ermiş: tutarı Ödemeler sayfasından geri gönderin.',
    })
    expect(await sale.onShelf()).toBe(5)
  })

  test('is told in the statement that shows it, whose line counts no second time', async ({ ctx, api, app, clock }) => {
    const [part, all, next] = [await aTransfer(ctx, api), await aTransfer(ctx, api), await aTransfer(ctx, api)]
    await part.receive(1_000)
    await all.receive(2_398)
    clock.forward(days(1))
    const body = new FormData()
    const lines = [
      `20.11.2026;EFT ${part.reference};1.000,00`,
      `21.11.2026;EFT ${part.reference};1.000,00`,
      `20.11.2026;EFT ${all.reference} AYŞE;2.398,00`,
    ]
    body.set('file', new File([`Tarih;Açıklama;Tutar\n${lines.join('\n')}\n`], 'ekstre.csv'))
    const headers = { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` }
    const url = 'http://shop.test/api/v1/admin/transfers/statement'
    const { data } = await (await app.fetch(new Request(url, { method: 'POST', body, headers }))).json()
    expect(data.lines).toMatchObject([
      { orderId: part.orderId, certainty: 'sure', byHand: true },
      { orderId: part.orderId, certainty: 'sure', byHand: false },
      { byHand: true, named: { orderId: all.orderId, customer: 'Ayşe Yılmaz', standing: 'paid' } },
    ])
    expect(data.lines[2].orderId, `nor does it pay ${next.orderId}, of the same amount`).toBeUndefined()
    const [first, second, third] = data.lines.map(({ key }: { key: string }) => key)
    const matches = [
      { key: first, orderId: part.orderId },
      { key: third, orderId: all.orderId },
      { key: second, orderId: part.orderId },
    ]
    const path = `/admin/transfers/statement/${data.id}/confirm`
    const confirm = async (some: object[]) => (await part.staff('POST', path, { matches: some })).body.data
    const received = async () => ((await part.attempt())?.chargedKurus ?? 0) / 100
    expect(await confirm(matches.slice(0, 2))).toMatchObject([{ outcome: 'part' }, { outcome: 'paid' }])
    expect(await received()).toBe(1_000)
    expect((await part.payments()).findings).toEqual([])
    expect(await confirm(matches), 'each line once').toMatchObject([
      { error: expect.stringContaining('daha önce') },
      { error: expect.stringContaining('daha önce') },
      { outcome: 'part' },
    ])
    expect(await received(), 'the second is other money').toBe(2_000)
  })

  test('and its statement is forgotten after thirty days, as that tells of others who paid', async ({ ctx, clock }) => {
    const bytes = new TextEncoder().encode('Tarih;Açıklama;Tutar\n20.11.2026;EFT AYŞE;1,00\n')
    await readStatement(ctx, 'ekstre.csv', bytes)
    clock.forward(days(30))
    await forgetOldStatements(ctx)
    expect(await ctx.db.$count(bankStatements)).toBe(1)
    clock.forward(1)
    await forgetOldStatements(ctx)
    expect(await ctx.db.$count(bankStatements)).toBe(0)
  })

  test('is found by its reference in a statement of thousands of lines', async ({ ctx, api }) => {
    const { orderId, reference } = await aTransfer(ctx, api)
    const texts = Array.from(
      { length: 4_000 },
      (_, n) => `GELEN EFT ${createHash('sha512').update(`${n}`).digest('hex')}`,
    )
    const lines = [...texts, `EFT ${reference}`].map((text) => ({ key: text, day: '2026-11-20', amountKurus: 1, text }))
    expect(await findReferred(ctx, lines)).toEqual([{ reference, orderId }])
  })
})

test('for what is left of an excess, once its buyer got store credit for a part of it', async ({ ctx, api }) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2_898)
  const give = (amount: number) => {
    const body = { amount, asCredit: true, customerAgreed: true, reason: 'Anlaştık' }
    return sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, body)
  }
  expect((await give(2_398 + 200)).status).toBe(200)
  await recheckDiscrepancies(ctx)
  expect((await sale.payments()).findings).toMatchObject([{ ours: 2_598, theirs: 2_898, excess: 300 }])
  expect((await give(300)).status).toBe(200)
  await recheckDiscrepancies(ctx)
  expect((await sale.payments()).findings).toEqual([])
  expect(await sale.books()).toEqual([])
})

test('what came too much goes back, and what came once more meanwhile waits to be decided', async ({ ctx, api }) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2400)
  const excess = async () => {
    const [finding] = (await sale.payments()).findings
    await sale.staff('POST', `/admin/payments/${finding.attemptId}/resolution`, { action: 'refund-excess' })
    return finding.excess
  }
  const send = async () => {
    const [refund] = (await sale.payments()).refunds
    await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
  }
  expect(await excess()).toBe(2)
  const again = { amountKurus: 500, receivedAt: ctx.clock(), note: '', lineKey: newId() }
  await receiveTransfer(ctx, sale.orderId, again)
  await send()
  expect((await sale.payments()).findings).toMatchObject([{ ours: 2398, theirs: 2403, excess: 5 }])
  expect(await excess()).toBe(5)
  await send()
  expect((await sale.payments()).findings).toEqual([])
  expect(await sale.books()).toEqual([])
})

test('an order is found by the reference of its transfer, also once it is over', async ({ ctx, api }) => {
  const sale = await aTransfer(ctx, api)
  const found = async (q: string) => {
    const { body } = await sale.staff('GET', `/admin/orders?q=${q}`)
    return body.data.map(({ id }: { id: string }) => id)
  }
  await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
  expect(await found(sale.reference)).toEqual([sale.orderId])
  expect(await found(sale.reference.toLowerCase())).toEqual([sale.orderId])
  expect(await found('222222')).toEqual([])
  expect(await found('Yılmaz'), 'six letters of a name').toEqual([sale.orderId])
})

test('money for an order that is over waits to be decided, also once what came before was settled elsewhere', async ({
  ctx,
  api,
}) => {
  const sale = await aTransfer(ctx, api)
  await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
  await sale.receive(100)
  const [refund] = (await sale.payments()).refunds
  await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
  await sale.receive(50)
  const waits = async () => (await sale.payments()).attempts
  const [{ id }] = await waits()
  await sale.staff('POST', `/admin/payments/${id}/resolution`, { action: 'close', note: 'Elden verdim' })
  expect(await waits()).toEqual([])
  expect((await sale.receive(30)).body.data.outcome).toBe('goes-back')
  expect(await waits(), 'less the fifty').toMatchObject([{ taken: 130, refunded: 100 }])
  await sale.staff('POST', `/admin/payments/${id}/resolution`, { action: 'refund' })
  expect((await sale.payments()).refunds).toMatchObject([{ amount: 30, byHand: true }])
})

test('what is closed with a note is told to other devices', async ({ ctx, api, deps }) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2400)
  const [finding] = (await sale.payments()).findings
  const heard: FeedEvent[] = []
  onTestFinished(deps.orderFeed.follow('an admin', (event) => heard.push(event)))
  await sale.staff('POST', `/admin/payments/findings/${finding.id}/resolution`, { note: 'Elden verdim' })
  expect(heard).toMatchObject([{ kind: 'changed', orderId: sale.orderId, totalKurus: 239_800 }])
})

test('a difference is closed as it was read: money that came since is not closed with it', async ({ ctx, api }) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2400)
  const waits = async () => (await sale.payments()).findings
  const [{ id, ours, theirs }] = await waits()
  const close = (read: object) =>
    sale.staff('POST', `/admin/payments/findings/${id}/resolution`, { note: 'Elden verdim', ...read })
  await receiveTransfer(ctx, sale.orderId, { amountKurus: 5_000, receivedAt: ctx.clock(), note: '', lineKey: 'more' })
  expect(await close({ ours, theirs })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: expect.stringContaining('bu arada değişti') },
  })
  expect(await waits()).toMatchObject([{ id, ours, theirs: 2450 }])
  expect((await close({ ours, theirs: 1e12 })).body.error).toEqual({ theirs: ['Okunan tutar geçersiz'] })
  expect((await close({ ours: `${ours}`, theirs: '2450' })).status).toBe(200)
  expect(await waits()).toEqual([])
  expect((await close({ ours, theirs: 2450 })).status).toBe(404)
})

test('a line of the statement that names an order which is over says so, and goes back once it is chosen', async ({
  ctx,
  api,
  app,
}) => {
  const sale = await aTransfer(ctx, api)
  await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
  const body = new FormData()
  body.set('file', new File([`Tarih;Açıklama;Tutar\n20.11.2026;EFT ${sale.reference};2.398,00\n`], 'ekstre.csv'))
  const headers = { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` }
  const url = 'http://shop.test/api/v1/admin/transfers/statement'
  const { data } = await (await app.fetch(new Request(url, { method: 'POST', body, headers }))).json()
  const [line] = data.lines
  expect(line).toMatchObject({ named: { orderId: sale.orderId, customer: 'Ayşe Yılmaz', standing: 'over' } })
  expect(line.orderId, 'it is not awaited').toBeUndefined()
  const matches = [{ key: line.key, orderId: line.named.orderId }]
  const confirmed = await sale.staff('POST', `/admin/transfers/statement/${data.id}/confirm`, { matches })
  expect(confirmed.body.data).toMatchObject([{ outcome: 'goes-back' }])
})

test('what came too much and was closed with a note stays closed when more comes: only that waits, as much again too', async ({
  ctx,
  api,
}) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2400)
  const waits = async () => (await sale.payments()).findings
  const close = async () => {
    const [{ id }] = await waits()
    const closed = await sale.staff('POST', `/admin/payments/findings/${id}/resolution`, { note: 'Elden verdim' })
    expect(closed.status).toBe(200)
    expect(await waits()).toEqual([])
  }
  const line = (amountKurus: number, lineKey: string) =>
    receiveTransfer(ctx, sale.orderId, { amountKurus, receivedAt: ctx.clock(), note: '', lineKey })
  await close()
  await line(200, 'again')
  expect(await waits(), 'as much again').toMatchObject([{ ours: 2398, theirs: 2400, excess: 2 }])
  await line(300, 'more')
  expect(await waits(), 'both that are open').toMatchObject([{ excess: 5 }])
  await close()
  await line(700, 'last')
  expect(await waits()).toMatchObject([{ excess: 7 }])
  const receipts = (await sale.staff('GET', `/admin/orders/${sale.orderId}/transfer`)).body.data
  const last = receipts.find(({ amount }: { amount: number }) => amount === 7)
  expect((await sale.staff('DELETE', `/admin/orders/${sale.orderId}/transfer/${last.id}`)).status).toBe(200)
  expect(await waits(), 'what was closed does not come back').toEqual([])
})
