import { formatDate, formatMoment } from '../time.ts'
import { applicationTypes, budgets, workStyles } from './checks.ts'
import type { MessageBody, MessageKind } from './contract.ts'

type Fact = { label: string; value: string }

type Received = { kind: MessageKind; email: string; body: MessageBody; fileName: string | null; createdAt: Date }

const titles: Record<MessageKind, string> = {
  'problem-report': 'Sorun bildirimi',
  'stock-notice': 'Stok bildirimi isteği',
  application: 'Yeni başvuru',
  letter: 'Mağazanın mesajı',
}

/** Returns a message's subject line. */
export function subjectOf({ kind, email, body }: Received): string {
  const about = kind === 'application' ? body.fullName : kind === 'stock-notice' ? body.productName : email
  return `${titles[kind]}: ${String(about)}`
}

/** Returns a message's fields with their labels, without empty ones. */
export function factsOf(message: Received): Fact[] {
  const { body } = message
  const said = message.kind === 'application' ? applicationFacts(body) : shortFacts(message.kind, body)
  return [
    { label: 'E-posta', value: message.email },
    ...said,
    { label: 'Dosya', value: message.fileName ?? '' },
    { label: 'Tarih', value: formatMoment(message.createdAt) },
  ].filter(({ value }) => value !== '')
}

function shortFacts(kind: MessageKind, body: MessageBody): Fact[] {
  if (kind === 'problem-report') return [{ label: 'Sorun', value: text(body.problem) }]
  if (kind === 'letter') return [{ label: 'Konu', value: text(body.subject) }]
  return [
    { label: 'Ürün', value: text(body.productName) },
    { label: 'Beden', value: text(body.size) },
    { label: 'Renk', value: text(body.color) },
  ]
}

function applicationFacts(body: MessageBody): Fact[] {
  const styles = Array.isArray(body.work_style) ? body.work_style : []
  return [
    { label: 'Ad soyad', value: text(body.fullName) },
    { label: 'Telefon', value: text(body.phone) },
    { label: 'İl / ilçe', value: text(body.city) },
    { label: 'Firma', value: text(body.companyName) },
    { label: 'Vergi no / dairesi', value: text(body.taxInfo) },
    { label: 'Web / sosyal medya', value: text(body.website) },
    { label: 'Başvuru türü', value: named(applicationTypes, body.application_type) },
    { label: 'Başlık', value: text(body.title) },
    { label: 'Açıklama', value: text(body.description) },
    { label: 'Bütçe', value: body.budget ? named(budgets, body.budget) : '' },
    { label: 'Hedef tarih', value: dateOf(text(body.targetDate)) },
    { label: 'Deneyim ve referanslar', value: text(body.experience) },
    { label: 'Neden biz', value: text(body.motivation) },
    { label: 'Çalışma şekli', value: styles.map((style) => named(workStyles, style)).join(', ') },
    { label: 'Aydınlatma metni', value: body.consentKvkk ? 'Okundu' : '' },
    { label: 'İletişim onayı', value: body.consentContact ? 'Verildi' : '' },
    {
      label: 'Ticari ileti onayı',
      value: body.consentMarketing ? 'İstendi (adres e-postayla doğrulanınca geçerli)' : 'Verilmedi',
    },
  ]
}

function text(value: MessageBody[string] | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Formats the date of a browser's date field; other values stay as they are. */
function dateOf(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? formatDate(value) : value
}

function named(names: Record<string, string>, value: MessageBody[string] | undefined): string {
  return names[text(value)] ?? text(value)
}
