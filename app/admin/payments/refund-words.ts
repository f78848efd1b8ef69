import type { WireOpenRefund } from '#api/wire/admin/payments.ts'
import { formatTl } from '#shop/money.ts'
import type { RefundDecision } from '#shop/payments/contract.ts'

/** Describes a refund as it was requested and as the bank's books show it. */
export function refundState({ amount, shown }: WireOpenRefund): string {
  const asked = `${formatTl(amount)} iade istendi; banka bir gündür sonucu bildirmedi.`
  if (shown === null) return `${asked} Ödeme kuruluşunun kaydına ulaşılamadı.`
  if (shown === 0) return `${asked} Ödeme kuruluşunun kaydında bu iade görünmüyor.`
  return `${asked} Ödeme kuruluşunun kaydında ${formatTl(shown)} gitmiş görünüyor.`
}

type DecisionWords = { button: string; title: string; text: string; done: string }

export const decisionWords: Record<RefundDecision['outcome'], DecisionWords> = {
  gone: {
    button: 'Para gitti',
    title: 'Para müşteriye gitti',
    text: 'İade yapılmış sayılır ve müşteriye bildirilir; karta yeniden para gönderilmez.',
    done: 'İade tamamlandı.',
  },
  'not-gone': {
    button: 'Para gitmedi',
    title: 'Para müşteriye gitmedi',
    text: 'İade yapılmamış sayılır; aynı tutarı siparişten yeniden iade edebilirsiniz. Emin değilseniz kapatmayın: para iki kez gidebilir.',
    done: 'İade yapılmamış olarak kapatıldı.',
  },
}

/** For money that no bank was asked for. */
export const paidWords: DecisionWords = {
  button: 'Gönderdim',
  title: 'İadeyi gönderdiniz mi?',
  text: 'Tutarı müşterinin hesabına kendiniz gönderirsiniz; burada yalnızca bunu bildirirsiniz. Müşteriye e-posta gider.',
  done: 'İade tamamlandı.',
}
