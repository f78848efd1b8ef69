import { z } from 'zod'

export const noticeKinds = ['order', 'money', 'return', 'message', 'review', 'stock', 'trouble'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeChannels = ['push', 'mail'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The text of one push or mail about one or more notices. `tag`: a later message with the same tag replaces it on the screen. */
export type Message = { title: string; body: string; url: string; tag: string }

/**
 * The push services of Chrome and browsers built on it, Firefox, Safari and Edge (their documentation, November 2026). The shop calls
 * no other address that a browser names.
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  return url !== null && url.protocol === 'https:' && url.port === '' && pushServices.some((one) => one.test(url.host))
}

const unknownService = 'Bu tarayıcının bildirim hizmeti tanınmıyor; Chrome, Safari, Firefox ya da Edge kullanın'
const base64Url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 8) / 6)}}=*$`), 'Anahtar okunamadı')

/** As PushSubscription.toJSON() of a browser gives it (RFC 8291: a point of P-256 and sixteen random bytes). */
export const NewPush = z.object({
  endpoint: z.string().max(1000).refine(isPushService, unknownService),
  keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
})
export type NewPush = z.infer<typeof NewPush>

export const PushGone = z.object({ endpoint: z.string().max(1000) })

const hour = z.number().int().min(0, 'Saat 0 ile 23 arasında olmalı').max(23, 'Saat 0 ile 23 arasında olmalı')

export const NoticeChoices = z
  .object({
    kinds: z.partialRecord(z.enum(noticeKinds), z.object({ push: z.boolean(), mail: z.boolean() })),
    summary: z.boolean(),
    quietFrom: hour.nullable(),
    quietTo: hour.nullable(),
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    path: ['quietTo'],
    message: 'Sessiz saatlerin başını ve sonunu birlikte seçin',
  })
export type NoticeChoices = z.infer<typeof NoticeChoices>
