import { type InvoiceAddress, type InvoiceData, invoiceLines } from '../fields/invoice.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { formatKurus } from '../money.ts'
import { methodName, methodNames, type PaymentMethod } from '../payment-method.ts'
import type { TextPart } from '../texts/text.ts'
import { formatDate } from '../time.ts'

/** The facts of one order that its contracts state. Money in kuruş. */
export type ContractedOrder = {
  items: {
    name: string
    color: string
    size: string
    quantity: number
    unitPriceKurus: number
    withdrawalExemption: string | null
  }[]
  customer: {
    firstName: string
    lastName: string
    address: string
    postalCode: string | null
    city: string
    district: string | null
    neighbourhood: string | null
    invoice: InvoiceData | null
    invoiceAddress: InvoiceAddress | null
    phone: string
    email: string
  }
  costs: ContractedCosts
  date: Date
}

/** The goods' total price, what comes to it, and how it is paid. Money in kuruş. */
export type ContractedCosts = {
  goodsKurus: number
  /** Contained in the prices of the goods. */
  discountKurus: number
  deliveryKurus: number
  methodFeeKurus: number
  installmentFeeKurus: number
  totalKurus: number
  /** Part of totalKurus that store credit and gift cards pay. */
  creditKurus: number
  /** Part of creditKurus that gift cards pay. */
  giftKurus?: number
  /** Part of it that older pieces pay, in an exchange. */
  exchangeKurus?: number
  method: PaymentMethod
  installments: number
}

/** The order's own part of a contract: goods, prices, buyer and delivery address. */
export function orderPart(title: string, order: ContractedOrder): TextPart {
  const { customer, costs } = order
  return {
    title,
    sub: true,
    blocks: [
      { list: order.items.map(itemLine) },
      ...exemptions(order),
      {
        facts: [
          { label: 'Ürünlerin toplamı (KDV dahil)', value: formatKurus(costs.goodsKurus) },
          ...fee('Fiyatlara dâhil indirim', costs.discountKurus),
          { label: 'Kargo', value: costs.deliveryKurus > 0 ? formatKurus(costs.deliveryKurus) : 'Ücretsiz' },
          ...fee('Kapıda ödeme bedeli', costs.methodFeeKurus),
          ...fee('Taksit farkı', costs.installmentFeeKurus),
          ...withCredit(costs),
          { label: 'Ödenecek toplam (KDV dahil)', value: formatKurus(toPay(costs)) },
          { label: 'Ödeme şekli', value: paymentLine(costs) },
          { label: 'Alıcı', value: oneLine(`${customer.firstName} ${customer.lastName}`) },
          ...addresses(customer),
          { label: 'Telefon', value: formatPhone(customer.phone) },
          { label: 'E-posta', value: customer.email },
          { label: 'Sipariş tarihi', value: formatDate(order.date) },
        ],
      },
    ],
  }
}

/** Where the parcel goes, and what the invoice says, when that is more than the buyer's name and the same address. */
function addresses(customer: ContractedOrder['customer']) {
  const { invoice, invoiceAddress } = customer
  const delivery = oneLine(postalLines(customer).join(', '))
  const details = invoiceLines(invoice)
  return [
    ...(invoiceAddress
      ? [
          { label: 'Teslimat adresi', value: delivery },
          { label: 'Fatura adresi', value: oneLine(postalLines(invoiceAddress).join(', ')) },
        ]
      : [{ label: 'Teslimat ve fatura adresi', value: delivery }]),
    ...(details.length > 0 ? [{ label: 'Fatura bilgileri', value: oneLine(details.join(', ')) }] : []),
  ]
}

function itemLine({ name, color, size, quantity, unitPriceKurus }: ContractedOrder['items'][number]): string {
  const price = formatKurus(unitPriceKurus)
  const sum = quantity > 1 ? ` × ${price} = ${formatKurus(unitPriceKurus * quantity)}` : `, ${price}`
  return `${name} (renk: ${color}, beden: ${size}), ${quantity} adet${sum}`
}

/** Goods without a right of withdrawal are named before they are bought, with the law's reason (docs/law.md). */
function exemptions({ items }: ContractedOrder) {
  const list = exemptLines(items)
  return list.length === 0 ? [] : [{ p: 'Aşağıdaki ürünlerde cayma hakkı yoktur:' }, { list }]
}

/** Each of these goods once, with the reason. */
export function exemptLines(items: Pick<ContractedOrder['items'][number], 'name' | 'withdrawalExemption'>[]): string[] {
  return [
    ...new Set(
      items.flatMap(({ name, withdrawalExemption: reason }) => (reason === null ? [] : `${name}: ${oneLine(reason)}`)),
    ),
  ]
}

function fee(label: string, kurus: number) {
  return kurus !== 0 ? [{ label, value: formatKurus(kurus) }] : []
}

/** The total and the parts of it that are paid already; empty when there are none. */
function withCredit({ totalKurus, creditKurus, giftKurus = 0, exchangeKurus = 0 }: ContractedCosts) {
  if (creditKurus + exchangeKurus === 0) return []
  return [
    { label: 'Sipariş tutarı (KDV dahil)', value: formatKurus(totalKurus) },
    ...fee('Kullanılan hediye kartı', -giftKurus),
    ...fee('Kullanılan mağaza kredisi', giftKurus - creditKurus),
    ...fee('Değişime verilen ürünlerin bedeli', -exchangeKurus),
  ]
}

type Sums = Pick<ContractedCosts, 'totalKurus' | 'creditKurus' | 'exchangeKurus'>

function toPay({ totalKurus, creditKurus, exchangeKurus = 0 }: Sums): number {
  return totalKurus - creditKurus - exchangeKurus
}

function paymentLine({ method, installments, ...costs }: ContractedCosts): string {
  if (costs.exchangeKurus && toPay(costs) === 0) return 'Değişim, ödeme yok'
  if (method !== 'CARD' && method !== 'HOSTED') return methodName(method, costs)
  if (installments < 2) return `${methodNames[method]}, tek çekim`
  // The bank decides which installment bears the kuruş that are over.
  const about = toPay(costs) % installments === 0 ? '' : 'yaklaşık '
  const monthly = formatKurus(Math.round(toPay(costs) / installments))
  return `Kredi kartı, ${installments} taksit (ayda ${about}${monthly})`
}

/** Keeps typed text on one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
