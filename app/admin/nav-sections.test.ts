import { expect, test } from 'vitest'
import { rights } from '#shop/rights.ts'
import { sectionAt, sectionsFor } from './nav-sections.ts'

const shown = (...rights: Parameters<typeof sectionsFor>[0]) =>
  sectionsFor(rights).map(({ title, sections }) => [title, ...sections.map(({ label }) => label)])

test('the panel offers what somebody may open, and no empty group', () => {
  expect(shown('orders-read', 'messages', 'contacts')).toEqual([['Satış', 'Siparişler', 'Mesajlar']])
  expect(shown('records', 'dashboard', 'amounts', 'contacts')).toEqual([
    ['', 'Genel bakış'],
    ['Kayıtlar', 'Değişiklik geçmişi', 'Güvenlik'],
  ])
})

test('an owner is offered everything, who has no right nothing', () => {
  expect(shown(...rights).flat()).toHaveLength(5 + 18)
  expect(shown()).toEqual([])
})

test('an address belongs to the nearest section above it, or to the page that no section leads to', () => {
  const at = [
    '',
    '/siparisler/',
    '/siparisler/yeni',
    '/siparisler/iadeler',
    '/urunler/toplu/7',
    '/siparislerim',
    '/kurulum',
    '/kredi/7',
    '/giris-guvenligi',
    '/bildirimler',
    '/davet',
    '/yok',
  ]
  const found = at.map((path) => sectionAt(`/admin${path}`))
  expect(found).toEqual([
    ...[undefined, 'Siparişler', 'Siparişler', 'İadeler', 'Ürünler', undefined],
    ...['Yayına geçiş', 'Mağaza kredisi', 'Giriş güvenliğim', 'Bildirimler', 'Ekip daveti', undefined],
  ])
})

test('the numbers beside the sections are of what waits for the owner there', () => {
  const waiting = { newOrders: 2, chargedWithoutOrder: 1, paymentMismatches: 1, refundsByHand: 3, transfersShort: 1 }
  const badges = sectionsFor([...rights])
    .flatMap(({ sections }) => sections)
    .flatMap(({ label, badge }) =>
      badge && /^(Siparişler|Ödemeler)$/.test(label) ? [[label, badge(waiting as never)]] : [],
    )
  expect(badges).toEqual([
    ['Siparişler', 2],
    ['Ödemeler', 6],
  ])
})
