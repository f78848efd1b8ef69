import { z } from 'zod'
import {
  cityText,
  districtText,
  invoiceFields,
  numberOrText,
  phoneText,
  postalCodeText,
  ruledText,
} from '../fields/contract.ts'
import { addressLength, checkStreet } from '../fields/postal-address.ts'
import { checkFirstName, checkLastName, emailLength, nameLength, type Rule } from '../fields/rules.ts'
import { giftCodes } from '../gift-cards/contract.ts'
import { oneLine } from '../one-line.ts'
import { paymentMethods } from '../payment-method.ts'
import { checkCard } from './card.ts'
import { checkCustomerEmail } from './checks.ts'

const line = (rule: Rule, maxLength: number) =>
  ruledText(rule, { minLength: 1, maxLength }, (text) => oneLine(text).trim())

const CartItem = z
  .object({
    productId: z.string().max(64).optional(),
    id: z.string().max(64).optional(),
    variantId: z.string().max(64).optional(),
    size: z.string('Beden seçin').max(20).optional(),
    color: z.string().max(60).optional(),
    quantity: numberOrText(
      z
        .number('Adet geçersiz')
        .int('Adet tam sayı olmalı')
        .min(1, 'Adet en az 1 olmalı')
        .max(10_000, 'Bir üründen en çok 10.000 adet alınabilir'),
    ),
  })
  .transform(({ id, ...item }, check) => {
    const productId = item.productId ?? id
    if (!productId)
      check.issues.push({ code: 'custom', message: 'Ürün belirtilmemiş', input: item, path: ['productId'] })
    if (!item.variantId && !item.size) {
      check.issues.push({ code: 'custom', message: 'Beden seçin', input: item, path: ['size'] })
    }
    return { ...item, productId: productId ?? '' }
  })

export const CustomerInfo = z.object({
  firstName: line(checkFirstName, nameLength),
  lastName: line(checkLastName, nameLength),
  phone: phoneText,
  email: ruledText(checkCustomerEmail).meta({ format: 'email', maxLength: emailLength }),
  address: line(checkStreet, addressLength.max),
  city: cityText,
  district: districtText,
  neighbourhood: districtText,
  postalCode: postalCodeText,
  ...invoiceFields,
})
export type CustomerInfo = z.infer<typeof CustomerInfo>

export const PaymentData = z
  .object({
    cardHolderName: z.string('Kart sahibinin adı gerekli').overwrite(oneLine).max(100),
    cardNumber: z.string('Geçerli bir kart numarası giriniz').max(40),
    expiryDate: z.string('Geçerli bir son kullanma tarihi giriniz').max(10),
    cvv: z.string('Geçerli bir CVV giriniz').max(10),
    installments: numberOrText(
      z.number('Taksit sayısı geçersiz').refine((n) => [1, 2, 3, 6, 9, 12].includes(n), 'Taksit sayısı geçersiz'),
    ).default(1),
  })
  .superRefine((card, check) => {
    for (const [field, message] of Object.entries(checkCard(card, new Date()))) {
      check.addIssue({ code: 'custom', message, path: [field] })
    }
  })

const paymentMethod = z.enum(paymentMethods, 'Ödeme yöntemini seçin').default('CARD')

export const emailCode = z
  .string('Kodu girin')
  .trim()
  .regex(/^\d{6}$/, 'Kod 6 rakamdan oluşur')

/** A code for a discount; what is none is answered with why it does not count. */
const coupon = z.string('Kod geçersiz').overwrite(oneLine).trim().max(60, 'Kod geçersiz')

const NewPaymentFields = z.object({
  orderData: z.object({
    cartItems: z.array(CartItem, 'Sepetiniz boş').min(1, 'Sepetiniz boş').max(100, 'Sepette en çok 100 satır olabilir'),
    customerInfo: CustomerInfo,
    totalAmount: numberOrText(
      z.number('Toplam tutar gerekli').nonnegative('Toplam tutar geçersiz').max(10_000_000, 'Toplam tutar geçersiz'),
      'number',
    ),
    /** Pays with her store credit as far as it goes; totalAmount is the rest. */
    useCredit: z.boolean().optional(),
    coupon: coupon.optional(),
    /** Codes of gift cards that pay, before store credit and as far as they go. */
    giftCards: giftCodes.optional(),
    /** Links of pieces that are kept for who waited for them; those that keep nothing any more count for nothing. */
    stockNotices: z
      .array(z.string().max(100, 'Bağlantı geçersiz'))
      .max(20, 'En çok 20 ayrılmış ürün alınabilir')
      .optional(),
    acceptedContracts: z
      .object({ preInformation: z.string().min(1).max(100), distanceSales: z.string().min(1).max(100) })
      .optional(),
    /** The code that was mailed to the address, from who buys without an account and has opened no purchase with it before. */
    emailCode: emailCode.optional(),
  }),
  paymentMethod,
  /** The card; only with CARD. */
  paymentData: PaymentData.optional(),
})

export const NewPayment = NewPaymentFields.superRefine(({ paymentMethod, paymentData, orderData }, check) => {
  // Nothing is to be paid only where store credit or gift cards pay all.
  const { totalAmount, useCredit, giftCards = [] } = orderData
  if (totalAmount === 0 && !useCredit && giftCards.length === 0 && paymentMethod !== 'STORE_CREDIT') {
    check.addIssue({ code: 'custom', message: 'Toplam tutar geçersiz', path: ['orderData', 'totalAmount'] })
  }
  if (paymentMethod !== 'CARD' || paymentData) return
  check.addIssue({ code: 'custom', message: 'Kart bilgileri gerekli', path: ['paymentData'] })
})
export type NewPayment = z.infer<typeof NewPayment>
export type CardData = z.infer<typeof PaymentData>

/** The order that is about to be placed, as payments/create gets it; of the card only what installments depend on. */
export const ContractPreview = z.object({
  orderData: NewPaymentFields.shape.orderData.omit({ acceptedContracts: true, emailCode: true }),
  paymentMethod,
  paymentData: z
    .object({
      installments: numberOrText(z.number('Taksit sayısı geçersiz').int().min(1).max(12)).default(1),
      /** The card's first digits; needed for more than one installment. */
      bin: z
        .string()
        .regex(/^\d{6,8}$/, 'Kartın ilk 6–8 rakamını gönderin')
        .optional(),
    })
    .optional(),
})
export type ContractPreview = z.infer<typeof ContractPreview>

/** A cart to be priced. Codes for a discount are taken, and answered with whether they count. */
export const QuoteRequest = z.object({
  cartItems: NewPaymentFields.shape.orderData.shape.cartItems,
  paymentMethod,
  /** The province that it goes to: delivery may cost more there. */
  city: cityText.optional(),
  installments: PaymentData.shape.installments,
  /** The card's first digits; needed for more than one installment. */
  cardPrefix: z
    .string()
    .regex(/^\d{6,8}$/, 'Kartın ilk 6–8 rakamını gönderin')
    .optional(),
  /** Whether her store credit is used; only of somebody who is logged in. */
  useCredit: z.boolean().optional(),
  coupon: coupon.optional(),
  /** Codes of gift cards; each is answered with what it covers. */
  giftCards: giftCodes.optional(),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>
