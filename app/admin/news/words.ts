import type { WireNewsletter, WireNewsletterDetail } from '#api/wire/news.ts'
import { formatMoment } from '#shop/time.ts'

type State = WireNewsletter['state']

export const stateWords: Record<State, string> = {
  DRAFT: 'Taslak',
  SCHEDULED: 'Planlandı',
  SENDING: 'Gönderiliyor',
  STOPPED: 'Durduruldu',
  SENT: 'Gönderildi',
}

export const dots: Record<State, string> = {
  DRAFT: 'border-2 border-muted',
  SCHEDULED: 'border-2 border-nar',
  SENDING: 'bg-nar',
  STOPPED: 'bg-ink',
  SENT: 'bg-good',
}

/** When it was or will be sent, or was last changed. */
export function timeText({ state, sendAt, startedAt, endedAt, updatedAt }: WireNewsletter): string {
  if (state === 'DRAFT') return `${formatMoment(updatedAt)} tarihinde kaydedildi`
  if (state === 'SCHEDULED' && sendAt) {
    return new Date(sendAt) > new Date() ? `${formatMoment(sendAt)} tarihinde gönderilecek` : 'Birazdan gönderilecek'
  }
  if (state === 'SENT' && endedAt) return `${formatMoment(endedAt)} tarihinde bitti`
  return startedAt ? `${formatMoment(startedAt)} tarihinde başladı` : ''
}

/** '1.240 kişiye gitti'; nothing before it has begun. */
export function reachText({ state, figures: { sent, total } }: WireNewsletter): string {
  if (state === 'DRAFT' || state === 'SCHEDULED') return ''
  const of = sent === total ? '' : ` / ${number(total)}`
  return `${number(sent)}${of} kişiye gitti`
}

export function number(n: number): string {
  return n.toLocaleString('tr-TR')
}

type Audience = WireNewsletterDetail['audience']

/** Whom it goes to, in a sentence; `category` is the name of the chosen one. */
export function audienceText({ kind, days, size, city, tag, categoryId }: Audience, category?: string): string {
  if (kind === 'ALL') return 'E-posta izni veren herkes'
  if (kind === 'NEVER') return 'İzin verenlerden hiç alışveriş yapmamış olanlar'
  const what = [
    days ? `son ${number(days)} günde` : '',
    categoryId ? `${category ?? 'seçilen'} kategorisinden` : '',
    size ? `${size} beden` : '',
    tag ? `“${tag}” etiketli ürün` : '',
    city ? `${city} iline` : '',
  ].filter(Boolean)
  return `İzin verenlerden ${what.length > 0 ? `${what.join(', ')} ` : ''}alışveriş yapmış olanlar`
}
