import { expect } from 'vitest'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

test.for([
  ['a sum that went back before', {}, 250, ['Daha önce iade edilen: −150,00 TL'], '50,00'],
  ['what delivery costs', { delivery: 5_000 }, 0, ['Kargo: 50,00 TL'], '250,00'],
  [
    'a sum that went back before, and delivery',
    { delivery: 5_000 },
    30,
    ['Kargo: 50,00 TL', 'Daha önce iade edilen: −30,00 TL'],
    '220,00',
  ],
  ['what installments cost', { installments: '12' }, 0, ['Taksit farkı: 34,00 TL'], '234,00'],
  ['what store credit paid', { credit: 50 }, 0, [], '200,00'],
] as const)('mails of a return add up after %s', async ([, given, before, lines, back], { ctx, api }) => {
  const sale = await aDelivery(ctx, api, given)
  // One of three pieces went back before, so that the other two are the last.
  const first = before === 250 ? 0 : 1
  if (first) await sale.decide(await sale.received('AS_NEW', 1), 'complete', {})
  if (before > 0) await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: before, reason: 'Leke' })
  await sale.decide(await sale.received('AS_NEW', 2), 'complete', {})
  const sent = await mailsOf(ctx)
  for (const [kind, word] of [
    ['order-return-requested', 'İade edilecek tutar'],
    ['return-notice', 'Tutar'],
    ['order-return-approved', 'İade edilecek tutar'],
    ['order-refund', 'İade edilen'],
  ]) {
    const sums = [...lines, `${word}: ${back} TL`].join('\n')
    expect(sent.findLast((mail) => mail.kind === kind)?.text, kind).toContain(`2 adet): 200,00 TL\n${sums}`)
  }
})

test.for([
  [2, 30, '2 adet): 200,00 TL\nİade edilecek tutar: 200,00 TL'],
  [2, 250, '2 adet): 200,00 TL\nDaha önce iade edilen: −100,00 TL\nİade edilecek tutar: 100,00 TL'],
  [3, 30, '3 adet): 300,00 TL\nKargo: 50,00 TL\nDaha önce iade edilen: −30,00 TL\nİade edilecek tutar: 320,00 TL'],
] as const)(
  'by transfer the mails of a return of %i pieces, %i TL of which went back, say the same sums before and after its money is asked for',
  async ([pieces, before, sums], { ctx, api }) => {
    const sale = await aDelivery(ctx, api, { method: 'BANK_TRANSFER', delivery: 5_000 })
    await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: before, reason: 'Leke' })
    await sale.decide(await sale.received('AS_NEW', pieces), 'complete', {})
    const sent = await mailsOf(ctx)
    for (const kind of ['order-return-requested', 'order-return-by-hand'])
      expect(sent.findLast((mail) => mail.kind === kind)?.text, kind).toContain(sums)
  },
)
