import { expect, test } from 'vitest'
import { orderPart } from './order-parts.ts'
import { plainText } from './written.ts'

test.for([
  ['3 taksit (ayda 100,00 TL)', 30_000],
  ['3 taksit (ayda yaklaşık 33,33 TL)', 10_000],
] as const)('%s is what an order says that costs %i kuruş', ([words, totalKurus]) => {
  const free = { discountKurus: 0, deliveryKurus: 0, methodFeeKurus: 0, installmentFeeKurus: 0, creditKurus: 0 }
  const costs = { ...free, goodsKurus: totalKurus, totalKurus, method: 'CARD', installments: 3 } as const
  const home = { city: 'İzmir', district: null, neighbourhood: null, postalCode: '', address: 'Gül Sokak 1' }
  const buyer = { firstName: 'Ayşe', lastName: 'Ak', phone: '+905321112233', email: 'ayse@posta.example' }
  const customer = { ...home, ...buyer, invoice: null, invoiceAddress: null }
  const text = plainText([orderPart('Sipariş özeti', { items: [], customer, costs, date: new Date(0) })])
  expect(text).toContain(`Kredi kartı, ${words}`)
})
