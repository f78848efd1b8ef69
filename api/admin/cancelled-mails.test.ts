import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

test('cancelled once its money was given back as store credit, the mail says so, and of no card', async ({
  ctx,
  api,
}) => {
  const [token, admin] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 30_000 }] })
  const cancelAfter = async (...given: { amount: number; asCredit: boolean }[]) => {
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(product) })
    const path = `/admin/orders/${body.data.orderId}`
    for (const { amount, asCredit } of given) {
      const refund = { amount, reason: 'Geç geldi', ...(asCredit ? { asCredit, customerAgreed: true } : {}) }
      expect((await api('POST', `${path}/refund`, { token: admin, body: refund })).status).toBe(200)
    }
    expect((await api('DELETE', path, { token: admin })).status).toBe(200)
    const number = body.data.orderId.slice(-8).toUpperCase()
    return (await mailsOf(ctx)).find(({ kind, text }) => kind === 'order-cancelled' && text.includes(number))?.text
  }
  const asCredit = await cancelAfter({ amount: 300, asCredit: true })
  expect(asCredit).toContain('Tutarı hesabınıza mağaza kredisi olarak ekledik.')
  expect(asCredit).not.toContain('kart')
  const both = await cancelAfter({ amount: 100, asCredit: true }, { amount: 200, asCredit: false })
  expect(both).toContain('100,00 TL kadarı mağaza krediniz olarak hesabınıza eklendi, 200,00 TL kadarı para olarak')
  expect(await cancelAfter()).toContain('Tutar, ödemeyi yaptığınız karta geri gönderildi.')
})

test('cancelled once the owner has sent its money back by hand, the mail speaks of no card', async ({ ctx, api }) => {
  const sale = await aTransfer(ctx, api)
  await sale.receive(2_398)
  await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: 2_398, reason: 'Geç geldi' })
  const [refund] = (await sale.payments()).refunds
  await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, { outcome: 'gone', note: 'EFT' })
  expect((await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)).status).toBe(200)
  const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'order-cancelled')
  expect(mail?.text).toContain('2.398,00 TL')
  expect(mail?.text).not.toContain('kart')
})

test.for([
  [{ delivery: 5_000 }, 'Kargo: 50,00 TL\nİade edilen: 350,00 TL'],
  [{ installments: '12' }, 'Taksit farkı: 51,00 TL\nİade edilen: 351,00 TL'],
] as const)('the mail says what went back with the goods: %o', async ([given, lines], { ctx, api }) => {
  const sale = await aDelivery(ctx, api, { ...given, status: 'CONFIRMED' })
  expect((await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)).status).toBe(200)
  const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'order-cancelled')
  expect(mail?.text).toContain(`3 adet): 300,00 TL\n${lines}`)
})
