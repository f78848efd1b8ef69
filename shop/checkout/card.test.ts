import { describe, expect, test } from 'vitest'
import { checkCard, isCardNumber } from './card.ts'

const good = { cardHolderName: 'Ayşe Yılmaz', cardNumber: '5528 7900 0000 0008', expiryDate: '11/26', cvv: '123' }
const now = new Date('2026-11-20T09:00:00Z')
const wrong = (card: Partial<typeof good>, at = now) => checkCard({ ...good, ...card }, at)

describe('a card', () => {
  test('that may be sent has nothing wrong', () => {
    expect(wrong({})).toEqual({})
    expect(wrong({ cvv: '1234', cardHolderName: 'Ş' })).toEqual({})
  })

  test('each field is told by itself', () => {
    expect(wrong({ cardHolderName: ' 1-2', cardNumber: '1', expiryDate: '', cvv: '12' })).toEqual({
      cardHolderName: 'Kart sahibinin adı gerekli',
      cardNumber: 'Geçerli bir kart numarası giriniz',
      expiryDate: 'Geçerli bir son kullanma tarihi giriniz',
      cvv: 'Geçerli bir CVV giriniz',
    })
    // Folded as the provider gets it, nothing would be left.
    expect(wrong({ cardHolderName: 'Анна' })).toHaveProperty('cardHolderName')
    for (const cvv of ['12345', '12a', ' 123']) expect(wrong({ cvv }), cvv).toHaveProperty('cvv')
  })

  test('is good until the end of its month', () => {
    expect(wrong({}, new Date('2026-11-30T23:59:59.999Z'))).toEqual({})
    expect(wrong({}, new Date('2026-12-01T00:00:00Z'))).toHaveProperty('expiryDate')
    expect(wrong({ expiryDate: '12/26' }, new Date('2026-12-31T23:59:59Z'))).toEqual({})
    for (const expiryDate of ['13/30', '00/30', '1/30', '11/2030', '10/26']) {
      expect(wrong({ expiryDate }), expiryDate).toHaveProperty('expiryDate')
    }
  })
})

test.for([
  ['5528790000000008', true],
  ['5528 7900 0000 0008', true],
  ['5528790000000009', false],
  ['4111111111111111', true],
  ['374427000000003', true],
  ['411111111111116', false],
  ['6304000000000000018', true],
  ['63040000000000000000', false],
  [' 5528790000000008', false],
  ['5528-7900-0000-0008', false],
  ['30000000000004', false],
  ['', false],
] as const)('%j is a card number: %s', ([number, is]) => expect(isCardNumber(number)).toBe(is))
