import type { MessageKind } from '#shop/messages/contract.ts'

/** A message as the admin API writes it. */
export type ShownMessage = {
  id: string
  kind: MessageKind
  email: string
  content: Record<string, string | string[] | boolean | null>
  file: { name: string; type: string } | null
  readAt: string | null
  answeredAt: string | null
  archivedAt: string | null
  createdAt: string
}

export type MessageDetail = ShownMessage & {
  subject: string
  facts: { label: string; value: string }[]
  answers: {
    id: string
    actorName: string
    subject: string
    text: string
    state: 'waiting' | 'sent' | 'failed'
    createdAt: string
  }[]
}

export const kindLabels: Record<MessageKind, string> = {
  'problem-report': 'Sorun bildirimi',
  application: 'Başvuru',
  'stock-notice': 'Stok isteği',
}

/** What a row of the list says of a message. */
export function summaryOf({ kind, content }: ShownMessage): string {
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '')
  if (kind === 'problem-report') return text('problem')
  if (kind === 'application') return [text('fullName'), text('title')].filter(Boolean).join(': ')
  return [text('productName'), text('color'), text('size')].filter(Boolean).join(', ')
}

export function stateOfMessage(message: ShownMessage): string {
  if (message.archivedAt) return 'Arşivde'
  if (message.answeredAt) return 'Yanıtlandı'
  return message.readAt ? 'Yanıt bekliyor' : 'Yeni'
}

/** 'Sorununuz hakkında' as a first subject for an answer. */
export function firstSubject({ kind, content }: ShownMessage): string {
  if (kind === 'application') return `Başvurunuz hakkında: ${String(content.title ?? '')}`.slice(0, 160)
  if (kind === 'stock-notice') return `${String(content.productName ?? 'Ürün')} hakkında`.slice(0, 160)
  return 'Bildirdiğiniz sorun hakkında'
}
