import { describe, expect, test } from 'vitest'
import { ContractPreview, CustomerInfo, NewPayment } from './contract.ts'

const good = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  phone: '0532 111 22 33',
  email: 'ayse@posta.example',
  address: 'Bağdat Caddesi 1/2',
  city: 'İstanbul',
}

describe('CustomerInfo', () => {
  test.for([
    ['Ayşe\r\nBcc: baska@posta.example', 'Ayşe Bcc: baska@posta.example'],
    ['Ay\u0000şe\u0007', 'Ay şe'],
    ['Ayşe\u2028\u2029Gül', 'Ayşe Gül'],
    ['\u202eeşyA\u202c', 'eşyA'],
    ['\u2066Ayşe\u2069', 'Ayşe'],
    ['Ayşe\tGül', 'Ayşe Gül'],
  ])('writes %j as the one line %j', ([written, line]) => {
    for (const field of ['firstName', 'lastName'] as const)
      expect(CustomerInfo.parse({ ...good, [field]: written })[field]).toBe(line)
    const { address } = CustomerInfo.parse({ ...good, address: `${written} Sokak 5` })
    expect(address.split(/ +/)).toEqual(`${line} Sokak 5`.split(' '))
    expect(CustomerInfo.safeParse({ ...good, city: written }).success).toBe(false)
  })

  test('leaves every letter of a name as it is', () => {
    const names = ['Iğdır', 'İpek', 'Öykü-Çağla', 'D’Angelo', 'Ayşe Gül', 'محمد', '李']
    for (const firstName of names) expect(CustomerInfo.parse({ ...good, firstName }).firstName).toBe(firstName)
  })

  test('a name of nothing but control characters is none', () => {
    expect(CustomerInfo.safeParse({ ...good, firstName: '\u0000\r\n\u202e' }).success).toBe(false)
  })
})

const payment = {
  orderData: {
    cartItems: [{ productId: 'product', size: 'M', quantity: 1 }],
    customerInfo: good,
    totalAmount: 1199.5,
  },
  paymentData: { cardHolderName: 'Ayşe Yılmaz', cardNumber: '5528790000000008', expiryDate: '12/40', cvv: '123' },
}

/** The refusal of a payment that differs in one field, by the field. */
function saidOf(of: { item?: object; order?: object; card?: object }) {
  const { orderData, paymentData } = payment
  const cartItems = [{ ...orderData.cartItems[0], ...of.item }]
  const whole = { orderData: { ...orderData, cartItems, ...of.order }, paymentData: { ...paymentData, ...of.card } }
  const { error } = NewPayment.safeParse(whole)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.slice(1).join('.'), message]))
}

describe('NewPayment', () => {
  test('takes numbers as forms send them, a product by either name, and one installment if nothing is said', () => {
    expect(saidOf({})).toEqual({})
    const { orderData, paymentData } = payment
    const cartItems = [{ id: 'product', variantId: 'variant', quantity: '2' }]
    const parsed = NewPayment.parse({ orderData: { ...orderData, cartItems, totalAmount: '1199.5' }, paymentData })
    expect(parsed.orderData.cartItems).toEqual([{ productId: 'product', variantId: 'variant', quantity: 2 }])
    expect([parsed.orderData.totalAmount, parsed.paymentData?.installments]).toEqual([1199.5, 1])
    expect(
      NewPayment.parse({ orderData, paymentData: { ...paymentData, installments: '12' } }).paymentData?.installments,
    ).toBe(12)
  })

  test.for<[string, Parameters<typeof saidOf>[0], Record<string, string>]>([
    ['no product', { item: { productId: undefined } }, { 'cartItems.0.productId': 'Ürün belirtilmemiş' }],
    ['no size', { item: { size: undefined } }, { 'cartItems.0.size': 'Beden seçin' }],
    ['a size that is no text', { item: { size: 5 } }, { 'cartItems.0.size': 'Beden seçin' }],
    ['a quantity in words', { item: { quantity: 'iki' } }, { 'cartItems.0.quantity': 'Adet geçersiz' }],
    ['half of one', { item: { quantity: 1.5 } }, { 'cartItems.0.quantity': 'Adet tam sayı olmalı' }],
    ['none of it', { item: { quantity: 0 } }, { 'cartItems.0.quantity': 'Adet en az 1 olmalı' }],
    [
      'too much of it',
      { item: { quantity: 10_001 } },
      { 'cartItems.0.quantity': 'Bir üründen en çok 10.000 adet alınabilir' },
    ],
    ['an empty cart', { order: { cartItems: [] } }, { cartItems: 'Sepetiniz boş' }],
    ['no cart', { order: { cartItems: undefined } }, { cartItems: 'Sepetiniz boş' }],
    ['no total', { order: { totalAmount: undefined } }, { totalAmount: 'Toplam tutar gerekli' }],
    ['a total of nothing', { order: { totalAmount: 0 } }, { totalAmount: 'Toplam tutar geçersiz' }],
    ['a total of too much', { order: { totalAmount: 10_000_001 } }, { totalAmount: 'Toplam tutar geçersiz' }],
    ['four installments', { card: { installments: 4 } }, { installments: 'Taksit sayısı geçersiz' }],
    ['a card that is none', { card: { cardNumber: '1' } }, { cardNumber: 'Geçerli bir kart numarası giriniz' }],
    [
      'a card without a name',
      { card: { cardHolderName: undefined } },
      { cardHolderName: 'Kart sahibinin adı gerekli' },
    ],
  ])('%s', ([, of, said]) => expect(saidOf(of)).toEqual(said))

  test('a hundred lines and ten thousand of each are taken, and not one more', () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => ({ productId: 'p', size: 'M', quantity: 10_000 }))
    expect(saidOf({ order: { cartItems: items(100) } })).toEqual({})
    expect(saidOf({ order: { cartItems: items(101) } })).toEqual({ cartItems: 'Sepette en çok 100 satır olabilir' })
    expect(saidOf({ order: { totalAmount: 10_000_000 } })).toEqual({})
  })

  test('the phone and the city are those of Türkiye', () => {
    const said = (customerInfo: object) =>
      Object.keys(saidOf({ order: { customerInfo: { ...good, ...customerInfo } } }))
    expect(said({ phone: '123' })).toEqual(['customerInfo.phone'])
    expect(said({ city: 'Paris' })).toEqual(['customerInfo.city'])
    expect(said({ postalCode: '34a10' })).toEqual(['customerInfo.postalCode'])
    expect(said({ email: 'ayse' })).toEqual(['customerInfo.email'])
    expect(said({ postalCode: '34710' })).toEqual([])
  })

  test('a preview takes up to twelve installments and six to eight digits of a card', () => {
    const preview = (paymentData: object) =>
      ContractPreview.safeParse({ orderData: payment.orderData, paymentData }).success
    expect([preview({ installments: 12 }), preview({ installments: 1 }), preview({})]).toEqual([true, true, true])
    expect([preview({ installments: 13 }), preview({ installments: 0 }), preview({ installments: 1.5 })]).toEqual([
      ...[false, false, false],
    ])
    expect([preview({ bin: '552879' }), preview({ bin: '55287900' })]).toEqual([true, true])
    expect([preview({ bin: '55287' }), preview({ bin: '552879000' }), preview({ bin: '55287a' })]).toEqual([
      ...[false, false, false],
    ])
  })
})
