import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { recheckDiscrepancies } from '#shop/checkout/reconciliation/discrepancies.ts'
import { receiveTransfer } from '#shop/checkout/ways/transfer/receipts.ts'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import { newId } from '#shop/ctx.ts'
import { decideRefund } from '#shop/orders/refund-decisions.ts'
import { orders } from '#shop/orders/schema.ts'
import { refunds } from '#shop/payments/schema.ts'
import { days, hours } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

const iban = 'TR330006100519786457841326'

/** Makes chance choose these letters for the next references. */
function chooseLetters(letters: string): void {
  const chance = vi.spyOn(crypto, 'randomInt')
  for (const letter of letters) chance.mockImplementationOnce(() => '23456789'.indexOf(letter))
  syncBuiltinESMExports()
  onTestFinished(() => {
    chance.mockRestore()
    syncBuiltinESMExports()
  })
}

describe('an order by transfer', () => {
  test('waits with its goods: seen by her and the owner, told where to pay, no sale yet', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    expect(sale.placed.status).toBe(200)
    expect(sale.placed.body.data).toMatchObject({
      status: 'AWAITING_TRANSFER',
      amount: 2398,
      totalAmount: 2398,
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/),
      ibans: [{ bank: 'Deneme Bankası', iban }],
      deadline: new Date(ctx.clock().getTime() + days(3)).toISOString(),
    })
    expect(await sale.order()).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'BANK_TRANSFER',
      paymentStatus: 'AWAITING_TRANSFER',
      transfer: { reference: sale.reference, amount: 2398 },
    })
    expect(await sale.waiting()).toMatchObject([{ orderId: sale.orderId, amount: 2398, received: 0, overdue: false }])
    expect([await sale.onShelf(), await sale.mails()]).toEqual([3, ['transfer-placed']])
    const { body } = await sale.staff('GET', '/admin/dashboard')
    expect(body.data.sales.today, 'what waits is no sale').toMatchObject({ orders: 0, amount: 0 })
  })

  test('gets another reference when chance gives one that is taken', async ({ ctx, api }) => {
    chooseLetters('777777' + '777777' + '888888')
    const [one, two] = [await aTransfer(ctx, api), await aTransfer(ctx, api)]
    expect([one.reference, two.reference]).toEqual(['777777', '888888'])
    expect(await two.waiting()).toHaveLength(2)
  })

  test('is paid when its money is entered, once, whoever enters it', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    const both = await Promise.all([sale.receive(2398), sale.receive(2398)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await sale.order()).toMatchObject({ paymentStatus: 'SUCCESS', status: 'PENDING' })
    expect([await sale.waiting(), await sale.onShelf()]).toEqual([[], 3])
    expect(await sale.mails()).toEqual(['transfer-placed', 'order-confirmation'])
    expect((await sale.payments()).findings).toEqual([])
    expect(await sale.books()).toEqual([])
  })

  test('with too little waits on, and she is asked for the rest', async ({ ctx, api, clock }) => {
    const sale = await aTransfer(ctx, api)
    clock.forward(days(2))
    expect((await sale.receive(2000)).body).toMatchObject({ data: { outcome: 'part' } })
    expect((await sale.order()).transfer).toMatchObject({ amount: 398 })
    clock.forward(days(2))
    await tendTransfers(ctx)
    expect((await sale.order()).status, 'it has more time').toBe('PENDING')
    clock.forward(days(9))
    await tendTransfers(ctx)
    expect((await sale.order()).status, 'with money in it nothing ends by itself').toBe('PENDING')
    const { waiting } = (await sale.staff('GET', '/admin/dashboard')).body.data
    expect(waiting, 'so the owner is told').toMatchObject({ transfersShort: 1 })
    expect((await sale.receive(398)).body.data.outcome).toBe('paid')
    expect((await sale.order()).paymentStatus).toBe('SUCCESS')
    expect(await sale.mails()).toEqual(['transfer-placed', 'transfer-rest', 'transfer-reminder', 'order-confirmation'])
  })

  test('with a part of it paid is asked for the rest, and not told that nothing came or that it ends by itself', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aTransfer(ctx, api)
    await sale.receive(2000)
    clock.forward(days(2))
    await tendTransfers(ctx)
    const [, rest, reminder] = await mailsOf(ctx)
    expect([rest?.kind, reminder?.kind]).toEqual(['transfer-rest', 'transfer-reminder'])
    expect(reminder?.subject).toContain('ödemenizin 398,00 TL kadarını bekliyoruz')
    expect(reminder?.text).toContain('2.000,00 TL hesabımıza ulaştı, 398,00 TL eksik')
    for (const mail of [rest, reminder]) {
      expect(mail?.text).not.toContain('henüz hesabımıza ulaşmadı')
      expect(mail?.text).not.toContain('kendiliğinden iptal')
      expect(mail?.text).toContain('ürünleriniz o zamana kadar sizin için ayrılı')
    }
  })

  test('with too little and cancelled owes what came, to the account that she names', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    await sale.receive(500)
    expect((await sale.own('POST', `/orders/${sale.orderId}/cancellation`)).body.message).toContain('IBAN')
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', owed: { amount: 500, iban: null } })
    const account = (iban: string) =>
      sale.own('PUT', `/orders/${sale.orderId}/refund-account`, { iban, holder: 'Ayşe Yılmaz' })
    expect((await account('TR330006100519786457841327')).body.error).toHaveProperty('iban')
    expect((await account('tr33 0006 1005 1978 6457 8413 26')).body.data.owed).toEqual({
      amount: 500,
      iban,
      holder: 'Ayşe Yılmaz',
    })
    const [refund] = (await sale.payments()).refunds
    expect(refund).toMatchObject({ amount: 500, byHand: true, iban, ibanHolder: 'Ayşe Yılmaz' })
    const entered = (body: object, id = refund.id) => sale.staff('PUT', `/admin/payments/refunds/${id}/account`, body)
    const other = 'TR320010009999901234567890'
    expect((await entered({ iban: other.replace('0', '1'), holder: 'Ali Yılmaz' })).body.error).toHaveProperty('iban')
    expect((await entered({ iban: other, holder: '' })).body.error).toHaveProperty('holder')
    expect((await entered({ iban: other, holder: 'Ali Yılmaz' }, newId())).status).toBe(404)
    expect((await entered({ iban: other, holder: 'Ali Yılmaz' })).status).toBe(200)
    expect((await sale.order()).owed, 'told on the telephone').toEqual({
      amount: 500,
      iban: other,
      holder: 'Ali Yılmaz',
    })
    const [audited] = (await sale.staff('GET', '/admin/audit?action=payment.account')).body.data
    expect(audited).toMatchObject({ before: { iban: 'TR33 … 1326' }, after: { iban: 'TR32 … 7890' } })
    const { waiting } = (await sale.staff('GET', '/admin/dashboard')).body.data
    expect(waiting).toMatchObject({ refundsByHand: 1, refundsUnderWay: 0, refundsLate: 0 })
    const { refunds, history } = (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data
    expect(history.at(-1)).toMatchObject({ note: 'İade hesabını mağaza yazdı: TR32 … 7890', actor: expect.any(String) })
    expect(refunds).toMatchObject([{ status: 'REQUESTED', byHand: true }])
    const say = (outcome: string) =>
      sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome, note: 'EFT' })
    expect((await say('not-gone')).status).toBe(409)
    expect((await say('gone')).status).toBe(200)
    expect((await say('gone')).status).toBe(409)
    expect([(await sale.payments()).refunds, await sale.onShelf()]).toEqual([[], 5])
    expect((await account(iban)).status, 'nothing is owed any more').toBe(409)
    expect((await entered({ iban, holder: 'Ayşe Yılmaz' })).status).toBe(409)
    expect(await sale.books()).toEqual([])
  })

  test('with too much is paid, and the difference is given back or kept with a note', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    expect((await sale.receive(2400)).body.data.outcome).toBe('paid')
    const [finding] = (await sale.payments()).findings
    expect(finding).toMatchObject({ kind: 'amount-differs', ours: 2398, theirs: 2400, excess: 2, byHand: true })
    const settled = await sale.staff('POST', `/admin/payments/${finding.attemptId}/resolution`, {
      action: 'refund-excess',
    })
    expect(settled.status).toBe(200)
    const [refund] = (await sale.payments()).refunds
    expect(refund).toMatchObject({ amount: 2, byHand: true })
    expect((await sale.payments()).findings, 'not twice').toMatchObject([{ excess: 0, byHand: true }])
    expect((await sale.mails()).at(-1), 'she is asked where to').toBe('order-refund-owed')
    await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
    expect((await sale.payments()).findings).toEqual([])
    expect(await sale.books()).toEqual([])
    expect(await sale.attempt()).toMatchObject({ chargedKurus: 239_800, refundKurus: 0 })
  })
})

test('what an order costs less since is owed apart from what came too much, which stays to be decided', async ({
  ctx,
  api,
}) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2400)
  const path = `/admin/orders/${sale.orderId}`
  const [{ id: itemId }] = (await sale.staff('GET', path)).body.data.items
  const changed = await sale.staff('PUT', path, { items: [{ itemId, quantity: 1 }] })
  expect(changed.status).toBe(200)
  const send = async () => {
    const [refund] = (await sale.payments()).refunds
    await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
    return [refund.amount, refund.byHand]
  }
  expect(await send()).toEqual([1199, true])
  const [finding] = (await sale.payments()).findings
  expect(finding).toMatchObject({ kind: 'amount-differs', excess: 2 })
  const action = { action: 'refund-excess' }
  await sale.staff('POST', `/admin/payments/${finding.attemptId}/resolution`, action)
  expect([await send(), (await sale.payments()).findings]).toEqual([[2, true], []])
  expect(await sale.books()).toEqual([])
})

describe('time', () => {
  test('reminds once, and ends what is not paid: its goods go back to the shelf', async ({ ctx, api, clock }) => {
    const sale = await aTransfer(ctx, api)
    clock.forward(hours(25))
    await tendTransfers(ctx)
    await tendTransfers(ctx)
    expect(await sale.mails()).toEqual(['transfer-placed', 'transfer-reminder'])
    clock.forward(days(3))
    await tendTransfers(ctx)
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    expect([await sale.onShelf(), await sale.waiting()]).toEqual([5, []])
    expect((await sale.mails()).at(-1)).toBe('order-cancelled')
    expect(await sale.books()).toEqual([])
  })

  test('is given again by the owner', async ({ ctx, api, clock }) => {
    const sale = await aTransfer(ctx, api)
    clock.forward(days(2))
    expect((await sale.staff('POST', `/admin/orders/${sale.orderId}/transfer/deadline`)).status).toBe(200)
    clock.forward(days(2))
    await tendTransfers(ctx)
    expect((await sale.order()).status).toBe('PENDING')
    await sale.receive(2398)
    expect((await sale.staff('POST', `/admin/orders/${sale.orderId}/transfer/deadline`)).status).toBe(409)
  })

  test('money after the deadline makes the order anew while its goods are there', async ({ ctx, api, clock }) => {
    const sale = await aTransfer(ctx, api)
    clock.forward(days(4))
    await tendTransfers(ctx)
    expect((await sale.receive(2398)).body.data.outcome).toBe('paid')
    expect(await sale.order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
    expect(await sale.onShelf()).toBe(3)
    const [row] = await ctx.db.select().from(orders).where(eq(orders.id, sale.orderId))
    expect(row?.cancelledAt, 'her sizes and the export of what was sold leave out what is cancelled').toBeNull()
  })

  test('money for an order that she cancelled goes back', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    expect((await sale.receive(2398)).body.data.outcome).toBe('goes-back')
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', owed: { amount: 2398 } })
    expect((await sale.mails()).at(-1), 'she is asked where to').toBe('order-refund-owed')
    expect(await sale.onShelf()).toBe(5)
  })

  test('money after the deadline goes back when the goods are gone', async ({ ctx, api, clock }) => {
    const sale = await aTransfer(ctx, api)
    clock.forward(days(4))
    await tendTransfers(ctx)
    const other = await signIn(ctx, await aUser(ctx))
    const body = aPayment(sale.product, { quantity: 4 })
    expect((await api('POST', '/payments/create', { token: other, body })).status).toBe(200)
    expect((await sale.receive(2398)).body.data.outcome).toBe('goes-back')
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', owed: { amount: 2398 } })
    expect((await sale.payments()).refunds).toMatchObject([{ amount: 2398, byHand: true }])
  })
})

describe('the owner', () => {
  test('prepares nothing whose money has not come, and may cancel it', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    const note = { status: 'PENDING', adminNotes: 'Aradı, yarın gönderecek' }
    const noted = await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, note)
    expect(noted.body.data, 'but notes are taken').toMatchObject({ adminNotes: note.adminNotes, status: 'PENDING' })
    const set = (status: string) => sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status })
    expect((await set('CONFIRMED')).body).toMatchObject({ code: 'CONFLICT' })
    const listed = async (payment: string) => (await sale.staff('GET', `/admin/orders?payment=${payment}`)).body.data
    const waiting = async () => (await sale.staff('GET', '/admin/dashboard')).body.data.waiting
    expect([await listed('awaited'), await listed('new')]).toMatchObject([[{ id: sale.orderId }], []])
    expect(await waiting()).toMatchObject({ newOrders: 0, awaitingMoney: 1 })
    expect((await set('CANCELLED')).status).toBe(200)
    expect(await listed('awaited')).toEqual([])
    expect([await sale.onShelf(), (await sale.mails()).at(-1)]).toEqual([5, 'order-cancelled'])
    expect((await sale.payments()).refunds, 'nothing came, so that nothing goes back').toEqual([])
  })

  test('who cancels a paid one owes all of it: the order ends now, its money when she says so', async ({
    ctx,
    api,
  }) => {
    const sale = await aTransfer(ctx, api)
    await sale.receive(2398)
    expect((await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)).status).toBe(200)
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'SUCCESS', owed: { amount: 2398 } })
    const [refund] = (await sale.payments()).refunds
    await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 2398 })
    expect((await sale.mails()).slice(-2)).toEqual(['order-cancelled', 'order-refund'])
  })

  test('cannot cancel while an item waits to be paid back by hand, and hears where to tick it off', async ({
    ctx,
    api,
  }) => {
    const sale = await aTransfer(ctx, api)
    await sale.receive(2398)
    const [{ id: itemId }] = (await sale.order()).items
    const body = { items: [{ itemId, quantity: 1 }], restock: true, reason: 'Düğmesi kopuk' }
    expect((await sale.staff('POST', `/admin/orders/${sale.orderId}/refunds`, body)).status).toBe(200)
    const refused = await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('elle ödenecek')])
  })

  test('switches it off: it is offered no more, and what waits waits on', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    const save = (settings: object) => sale.staff('PUT', '/admin/settings/transfer', { settings })
    const usual = { on: true, accounts: [], deadlineDays: 3, remindAfterDays: 1 }
    expect((await save(usual)).body.error).toHaveProperty('settings.accounts')
    expect((await save({ ...usual, on: false })).status).toBe(200)
    const late = { settings: { ...usual, on: false }, version: 0 }
    expect((await sale.staff('PUT', '/admin/settings/transfer', late)).body.code).toBe('EDIT_CONFLICT')
    const again = await aTransfer(ctx, api)
    expect([again.placed.status, again.placed.body.code]).toEqual([409, 'METHOD_UNAVAILABLE'])
    const { cartItems } = aPayment(sale.product).orderData
    const asked = { cartItems, paymentMethod: 'BANK_TRANSFER' }
    expect((await api('POST', '/checkout/quote', { body: asked })).body.code).toBe('METHOD_UNAVAILABLE')
    expect((await sale.receive(2398)).status).toBe(200)
  })

  test('hears what is wrong with an amount, and strangers hear nothing', async ({ ctx, api }) => {
    const sale = await aTransfer(ctx, api)
    for (const amount of [0, -5, 1.234, 'bin']) expect((await sale.receive(amount)).body.error).toHaveProperty('amount')
    expect((await sale.own('GET', '/admin/transfers')).status).toBe(403)
    const stranger = await signIn(ctx, await aUser(ctx))
    const body = { iban, holder: 'Ben' }
    expect((await api('PUT', `/orders/${sale.orderId}/refund-account`, { token: stranger, body })).status).toBe(404)
  })
})

describe('a statement of the bank', () => {
  test('is matched, counts once confirmed, and never twice: not in part, not again, not for an order that is paid', async ({
    ctx,
    api,
    app,
  }) => {
    const [one, two] = [await aTransfer(ctx, api), await aTransfer(ctx, api)]
    const owner = await aUser(ctx, { role: 'ADMIN' })
    const upload = async (lines: string[], columns?: string) => {
      const body = new FormData()
      if (columns !== undefined) body.set('columns', columns)
      body.set('file', new File([`Tarih;Açıklama;Tutar\n${lines.join('\n')}\n`], 'ekstre.csv'))
      const headers = { authorization: `Bearer ${await signIn(ctx, owner)}` }
      const url = 'http://shop.test/api/v1/admin/transfers/statement'
      return (await app.fetch(new Request(url, { method: 'POST', body, headers }))).json()
    }
    const lines = [
      `20.11.2026;HAVALE ${one.reference.toLowerCase()};2.398,00`,
      '20.11.2026;Kira;-900,00',
      `20.11.2026;EFT ${two.reference};2.000,00`,
    ]
    const { data } = await upload(lines)
    expect(data.lines).toMatchObject([
      { amount: 2398, orderId: one.orderId, certainty: 'sure', entered: false },
      { amount: 2000, orderId: two.orderId, certainty: 'sure', entered: false },
    ])
    expect(await one.waiting(), 'nothing counts yet').toHaveLength(2)
    const matches = data.lines.map(({ key, orderId }: { key: string; orderId: string }) => ({ key, orderId }))
    const confirm = async (of: object[]) =>
      (await one.staff('POST', `/admin/transfers/statement/${data.id}/confirm`, { matches: of })).body.data
    expect(await confirm(matches.slice(0, 1))).toMatchObject([{ outcome: 'paid' }])
    expect(await confirm(matches)).toMatchObject([{ error: expect.stringContaining('daha önce') }, { outcome: 'part' }])
    const again = await upload(lines.slice(0, 1))
    expect(again.data.lines).toMatchObject([{ entered: true }])
    expect([await one.order(), await two.order()]).toMatchObject([
      { paymentStatus: 'SUCCESS' },
      { paymentStatus: 'AWAITING_TRANSFER', transfer: { amount: 398 } },
    ])
    const twice = await upload([`21.11.2026;HAVALE ${one.reference};2.398,00`])
    await one.staff('POST', `/admin/transfers/statement/${twice.data.id}/confirm`, {
      matches: [{ key: twice.data.lines[0].key, orderId: one.orderId }],
    })
    expect((await one.payments()).findings, 'paid once more: too much').toMatchObject([
      { ours: 2398, theirs: 4796, excess: 2398 },
    ])
    expect((await upload(['22.11.2026;Kira;-5,00'])).data.lines).toEqual([])
    const byHand = await upload(lines, 'day,reference,amount')
    expect(byHand.data).toMatchObject({ lines: [{ entered: true }, { entered: true }], table: { knownBy: 'hand' } })
    expect((await upload(lines, 'day,nonsense')).error).toHaveProperty('columns')
    expect((await upload(['x'.repeat(3_200_000)])).code).toBe('PAYLOAD_TOO_LARGE')
  })
})

test('what came twice for an order that is then cancelled alarms nobody once all of it went back', async ({
  ctx,
  api,
}) => {
  const sale = await aTransfer(ctx, api)
  await receiveTransfer(ctx, sale.orderId, { amountKurus: 239_800, receivedAt: ctx.clock(), note: '' })
  await receiveTransfer(ctx, sale.orderId, { amountKurus: 50_000, receivedAt: ctx.clock(), note: '', lineKey: 'again' })
  expect((await sale.payments()).findings).toMatchObject([{ excess: 500 }])
  await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
  await recheckDiscrepancies(ctx)
  expect((await sale.payments()).findings, 'not before it went back').toHaveLength(1)
  for (const { id } of await ctx.db.select().from(refunds))
    await decideRefund(ctx, id, { outcome: 'gone', note: 'EFT' })
  await recheckDiscrepancies(ctx)
  expect((await sale.payments()).findings).toEqual([])
  expect(await sale.books()).toEqual([])
})
