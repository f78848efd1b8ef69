import { expect, test } from 'vitest'
import { differenceWords, dueWords, isOpen, isOwed, newPiecesWords, stateOf, whyOf } from './words.ts'

test('who was not asked why gave no reason; who chose ‘Diğer’ did, and staff may have done either', () => {
  const asked = { kind: 'RETURN', early: false, enteredByStaff: false } as const
  expect(whyOf(asked, 'OTHER')).toBe('Diğer')
  expect(whyOf({ ...asked, early: true }, 'OTHER')).toBe('Neden belirtilmedi')
  expect(whyOf({ ...asked, kind: 'EXCHANGE' }, 'OTHER')).toBe('Neden belirtilmedi')
  expect(whyOf({ ...asked, early: true, enteredByStaff: true }, 'OTHER')).toBe('Diğer ya da belirtilmedi')
  expect(whyOf({ ...asked, early: true }, 'FAULTY')).toBe('Kusurlu veya hasarlı')
})

test('the difference of an exchange is told as settled once it is', () => {
  const arrived = { status: 'RECEIVED', money: 'NONE' } as const
  const over = { status: 'COMPLETED', money: 'PAID' } as const
  expect(differenceWords({ ...arrived, difference: -800 })).toBe('800,00 TL iade edilecek')
  expect(differenceWords({ ...over, money: 'BY_HAND', difference: -800 })).toBe('800,00 TL iade edilecek')
  expect(differenceWords({ ...over, difference: -800 })).toBe('800,00 TL iade edildi')
  expect(differenceWords({ ...arrived, difference: 50 })).toBe('50,00 TL ödenecek')
  expect(differenceWords({ ...over, money: 'NONE', difference: 50 })).toBe('50,00 TL ödendi')
  expect(differenceWords({ ...over, difference: 0 })).toBe('Yok')
  expect(differenceWords(over)).toBeUndefined()
})

test('money that is on its way is told before the parcel', () => {
  expect(stateOf({ status: 'RECEIVED', money: 'NONE' })).toBe('Teslim alındı, para bekliyor')
  expect(stateOf({ status: 'RECEIVED', money: 'NONE', unsent: true })).toBe('Sizde kaldı, para bekliyor')
  expect(stateOf({ status: 'RECEIVED', money: 'BY_HAND' })).toBe('Havalenizi bekliyor')
  expect(stateOf({ status: 'APPROVED', money: 'AT_BANK' })).toBe('Para bankada')
  expect(stateOf({ status: 'COMPLETED', money: 'PAID' })).toBe('Tamamlandı')
})

test.for([
  [14, 'Para iadesine 14 gün', false],
  [3, 'Para iadesine 3 gün', false],
  [2, 'Para iadesine 2 gün', true],
  [0, 'Para iadesinin son günü', true],
  [-1, 'Para iadesi 1 gün gecikti', true],
] as const)('%i days left', ([daysLeft, words, pressing]) => {
  expect(dueWords({ daysLeft })).toEqual({ words, pressing })
})

test('new pieces no longer wait for old ones that are here', () => {
  expect(newPiecesWords('APPROVED', 'KEPT')).toBe('Ayrıldı, eski ürün bekleniyor')
  expect(newPiecesWords('RECEIVED', 'KEPT')).toBe('Ayrıldı, değişim tamamlanınca hazırlanır')
  expect(newPiecesWords('RECEIVED', 'TO_PAY')).toBe('Müşterinin farkı ödemesi bekleniyor')
  expect(newPiecesWords('COMPLETED', 'READY')).toBe('Hazırlanacak siparişlerde')
})

test('a return is open until it is paid, refused or taken back', () => {
  const statuses = ['REQUESTED', 'APPROVED', 'REFUSED', 'ON_ITS_WAY', 'RECEIVED', 'COMPLETED', 'CANCELLED'] as const
  expect(statuses.filter((status) => isOpen({ status }))).toEqual(['REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED'])
})

test('a day is named only while money is to go back', () => {
  expect(isOwed({ status: 'REQUESTED', paysBack: true })).toBe(true)
  expect(isOwed({ status: 'REQUESTED', paysBack: false })).toBe(false)
  expect(isOwed({ status: 'COMPLETED', paysBack: true })).toBe(false)
})
