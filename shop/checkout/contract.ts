import { z } from 'zod'
import { checkCard } from './card.ts'
import { toE164 } from './phone.ts'

const text = (message: string, max: number) =>
  z.string(message).trim().min(1, message).max(max, `En çok ${max} karakter yazabilirsiniz`)

const CartItem = z
  .object({
    productId: z.string().max(64).optional(),
    id: z.string().max(64).optional(),
    variantId: z.string().max(64).optional(),
    size: z.string('Beden seçin').max(20).optional(),
    color: z.string().max(60).optional(),
    quantity: z
      .number('Adet geçersiz')
      .int('Adet tam sayı olmalı')
      .min(1, 'Adet en az 1 olmalı')
      .max(100, 'Bir üründen en çok 100 adet alınabilir'),
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
  firstName: text('Ad gerekli', 80),
  lastName: text('Soyad gerekli', 80),
  phone: text('Telefon gerekli', 30).transform((value, check) => {
    const phone = toE164(value)
    if (!phone) check.issues.push({ code: 'custom', message: 'Geçerli bir telefon numarası girin', input: value })
    return phone ?? ''
  }),
  email: z.preprocess(
    (v) => (typeof v === 'string' ? v.trim() : v),
    z.email('Geçerli bir e-posta adresi girin').max(254),
  ),
  address: text('Adres gerekli', 500),
  city: text('Şehir gerekli', 60),
  postalCode: z
    .string()
    .trim()
    .max(10, 'Posta kodu 5 rakamdır')
    .nullish()
    .transform((value) => value || null),
})
export type CustomerInfo = z.infer<typeof CustomerInfo>

const PaymentData = z
  .object({
    cardHolderName: z.string('Kart sahibinin adı gerekli').max(100),
    cardNumber: z.string('Geçerli bir kart numarası giriniz').max(40),
    expiryDate: z.string('Geçerli bir son kullanma tarihi giriniz').max(10),
    cvv: z.string('Geçerli bir CVV giriniz').max(10),
    installments: z.coerce
      .number('Taksit sayısı geçersiz')
      .refine((n) => [1, 2, 3, 6, 9, 12].includes(n), 'Taksit sayısı geçersiz')
      .default(1),
  })
  .superRefine((card, check) => {
    for (const [field, message] of Object.entries(checkCard(card, new Date()))) {
      check.addIssue({ code: 'custom', message, path: [field] })
    }
  })

export const NewPayment = z.object({
  orderData: z.object({
    cartItems: z.array(CartItem, 'Sepetiniz boş').min(1, 'Sepetiniz boş').max(100, 'Sepette en çok 100 satır olabilir'),
    customerInfo: CustomerInfo,
    totalAmount: z
      .number('Toplam tutar gerekli')
      .positive('Toplam tutar geçersiz')
      .max(10_000_000, 'Toplam tutar geçersiz'),
    acceptedContracts: z
      .object({ preInformation: z.string().min(1).max(100), distanceSales: z.string().min(1).max(100) })
      .optional(),
  }),
  paymentData: PaymentData,
})
export type NewPayment = z.infer<typeof NewPayment>
