import { expect, test } from 'vitest'
import type { Right } from '#shop/rights.ts'
import { findPlaces } from './places.ts'

const found = (q: string, ...rights: Right[]) =>
  findPlaces(q, { rights, dashboard: undefined, giftCards: undefined }).map(({ title, entries }) => [
    title,
    ...entries.map(({ label }) => label),
  ])

test('the bar leads to what somebody may open, and to nothing else', () => {
  expect(found('', 'messages', 'contacts')).toEqual([['Git', 'Mesajlar']])
  expect(found('urun ekle', 'catalog')).toEqual([['Git', 'Yeni ürün ekle']])
  expect(found('urun ekle', 'orders')).toEqual([])
  expect(found('iban', 'orders')).toEqual([])
  expect(found('iban', 'settings')).toEqual([['Ayarlar', 'Havale / EFT']])
})

test('names that begin with what was typed come first, however its letters are typed', () => {
  expect(found('SIPARIS', 'orders', 'orders-read', 'amounts')).toEqual([['Git', 'Siparişler', 'Sipariş oluştur']])
  expect(found('kargo', 'orders', 'settings')[1]?.[1]).toBe('Kargo ücreti')
})
