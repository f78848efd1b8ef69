import { expect, test } from 'vitest'
import { rights } from '#shop/rights.ts'
import { sectionsFor } from './nav-sections.ts'

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
