import type { WireMessage } from '#api/wire/admin/messages.ts'
import type { MessageKind } from '#shop/messages/contract.ts'

export const kindLabels: Record<MessageKind, string> = {
  'problem-report': 'Sorun bildirimi',
  application: 'Başvuru',
  'stock-notice': 'Stok isteği',
  letter: 'Sizin mesajınız',
}

/** The text of a message in a row of the list. */
export function summaryOf({ kind, content }: WireMessage): string {
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '')
  if (kind === 'problem-report') return text('problem')
  if (kind === 'letter') return text('subject')
  if (kind === 'application') return [text('fullName'), text('title')].filter(Boolean).join(': ')
  return [text('productName'), text('color'), text('size')].filter(Boolean).join(', ')
}

export function stateOfMessage(message: WireMessage): string {
  if (message.archivedAt) return 'Arşivde'
  if (message.answeredAt) return 'Yanıtlandı'
  return message.readAt ? 'Yanıt bekliyor' : 'Yeni'
}

/** 'Sorununuz hakkında' as a first subject for an answer. */
export function firstSubject({ kind, content }: WireMessage): string {
  if (kind === 'application') return `Başvurunuz hakkında: ${String(content.title ?? '')}`.slice(0, 160)
  if (kind === 'stock-notice') return `${String(content.productName ?? 'Ürün')} hakkında`.slice(0, 160)
  if (kind === 'letter') return String(content.subject ?? '').slice(0, 160)
  return 'Bildirdiğiniz sorun hakkında'
}
