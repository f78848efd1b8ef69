import { formatKurus, fromTl } from '#shop/money.ts'
import type { Resolution } from '#shop/payments/contract.ts'

export type ShownAttempt = {
  id: string
  orderId: string
  shownOrderId: string
  status: string
  customer: string
  amount: number
  installments: number
  cardLast4: string
  paymentId: string | null
  heldReason: string | null
  suggestion: Resolution
  createdAt: string
}

export type ShownFinding = {
  id: string
  kind: 'charged-without-order' | 'order-without-charge' | 'amount-differs'
  day: string
  attemptId: string | null
  orderId: string | null
  paymentId: string | null
  ours: number
  theirs: number
}

export type PaymentsOverview = {
  summary: { chargedWithoutOrder: number; openAttempts: number; mismatches: number }
  attempts: ShownAttempt[]
  refunds: {
    id: string
    orderId: string
    shownOrderId: string
    amount: number
    askedTimes: number
    createdAt: string
  }[]
  findings: ShownFinding[]
  lastReconciliation: { day: string; at: string; payments: number; findings: number } | null
  provider: { name: string; answering: boolean }
  declines: { share: number | null; alarming: boolean }
}

export const tl = (amount: number) => formatKurus(fromTl(amount) ?? 0)

/** Money was taken and something must be done with it; the others settle by themselves. */
export function needsDecision(attempt: ShownAttempt): boolean {
  return attempt.heldReason !== null || attempt.status === 'REFUNDED'
}

/** How an unsettled payment stands, in a sentence. */
export function stateOf({ status, heldReason, amount }: ShownAttempt): string {
  if (heldReason) return heldSentence(heldReason, amount)
  switch (status) {
    case 'AWAITING_3DS':
      return 'Müşteri bankasının onay sayfasında; onaylaması bekleniyor.'
    case 'PENDING':
      return 'Ödeme kuruluşu ödemeyi aldı ve inceliyor.'
    case 'UNKNOWN':
      return 'Bankadan yanıt alınamadı; mağaza kendiliğinden yeniden soruyor.'
    case 'REFUNDED':
      return `${tl(amount)} geç çekildi, sipariş artık mümkün değildi ve iade tamamlanamadı.`
    default:
      return 'Ödeme bankaya gönderildi; yanıtı bekleniyor.'
  }
}

function heldSentence(reason: string, amount: number): string {
  const [what = '', value = ''] = reason.split(' ')
  if (what === 'amount') return `Karttan ${formatKurus(Number(value))} çekilmiş, oysa siparişin tutarı ${tl(amount)}.`
  if (what === 'currency') return `Ödeme TL yerine ${value} olarak çekilmiş.`
  return 'Ödeme kuruluşu bu ödemeyi başka bir siparişe yazmış.'
}

export const resolutionWords: Record<Resolution, { button: string; title: string; done: string }> = {
  ask: {
    button: 'Bankaya yeniden sor',
    title: 'Ödemenin sonucunu sor',
    done: 'Ödeme kuruluşuna soruldu.',
  },
  complete: {
    button: 'Siparişi tamamla',
    title: 'Çekilen tutarı kabul et',
    done: 'Sipariş tamamlandı.',
  },
  refund: {
    button: 'Parayı iade et',
    title: 'Parayı iade et',
    done: 'İade ödeme kuruluşuna iletildi.',
  },
}

/** What will happen, before it does. */
export function consequenceOf(resolution: Resolution, { amount, shownOrderId, status }: ShownAttempt): string {
  if (resolution === 'complete') {
    return `Çekilen para kabul edilir, ${shownOrderId} siparişi listeye girer ve müşteriye sipariş onayı gönderilir.`
  }
  if (resolution === 'refund') {
    const stock = status === 'REFUNDED' ? '' : ' Sipariş oluşmaz, ayrılan ürünler stoğa döner.'
    return `${tl(amount)} tutarındaki ödeme müşterinin kartına geri gönderilir.${stock} Bu işlem geri alınamaz.`
  }
  return `Ödeme kuruluşuna ${tl(amount)} tutarındaki ödemenin sonucu sorulur; karttan yeniden para çekilmez. Para çekilmişse sipariş oluşur. Çekilmediği kesinse sipariş kapanır ve ürünler stoğa döner.`
}

/** What differs, and what the owner does about it. */
export function findingWords(finding: ShownFinding): { title: string; text: string; advice: string } {
  switch (finding.kind) {
    case 'charged-without-order':
      return {
        title: 'Para çekildi, sipariş yok',
        text: `Ödeme kuruluşu ${tl(finding.theirs)} çekmiş, mağazada bu ödemenin karşılığı olan bir sipariş yok.`,
        advice:
          'Ödemeyi ödeme kuruluşunun panelinde bulun. Müşteriye aitse oradan iade edin; başka bir satışınızsa yapacak bir şey yoktur. Sonra buraya not yazıp kapatın.',
      }
    case 'order-without-charge':
      return {
        title: 'Sipariş var, para yok',
        text: `Sipariş ${tl(finding.ours)} ödenmiş görünüyor, ama ödeme kuruluşu bu ödemeyi bilmiyor.`,
        advice:
          'Ürünleri göndermeden önce ödeme kuruluşuna sorun. Ödeme gerçekten yoksa siparişi iptal edin, sonra buraya not yazıp kapatın.',
      }
    case 'amount-differs':
      return {
        title: 'Tutarlar farklı',
        text: `Mağazada ${tl(finding.ours)}, ödeme kuruluşunda ${tl(finding.theirs)} görünüyor.`,
        advice:
          'Ödeme kuruluşunun panelinde bir iade veya düzeltme yapılmış olabilir. Nedenini öğrenip buraya not yazarak kapatın.',
      }
  }
}
