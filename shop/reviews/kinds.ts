/** How it fits, as she found it: small, as its size says, or large. */
export const fitVotes = ['SMALL', 'TRUE', 'LARGE'] as const
export type FitVote = (typeof fitVotes)[number]

export const fitWords: Record<FitVote, string> = { SMALL: 'Dar', TRUE: 'Tam', LARGE: 'Bol' }

export const reviewStatuses = ['WAITING', 'PUBLISHED', 'REFUSED'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Reasons for which a reader reports a review. */
export const reportReasons = ['OFFENSIVE', 'PERSONAL', 'ADVERTISING', 'UNRELATED', 'OTHER'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportWords: Record<ReportReason, string> = {
  OFFENSIVE: 'Hakaret ya da uygunsuz söz',
  PERSONAL: 'Birinin kişisel bilgisi',
  ADVERTISING: 'Reklam ya da bağlantı',
  UNRELATED: 'Ürünle ve alışverişle ilgisiz',
  OTHER: 'Başka bir neden',
}

/**
 * Reasons for which a review may be left unpublished, as she reads them. That it is unkind to the shop is none of them, nor that it is
 * about parcel or delivery (Reklam Kurulu, December 2025).
 */
export const refusalSentences = [
  'Hakaret ya da küfür içeriyor; bunları çıkarıp yeniden gönderebilirsiniz.',
  'Kişisel bilgi (telefon, adres, başkasının adı gibi) içeriyor; bunları çıkarıp yeniden gönderebilirsiniz.',
  'Reklam ya da başka bir siteye bağlantı içeriyor.',
  'Ürünle, siparişle ya da teslimatla ilgisi yok.',
] as const

/** The most pictures of one review. */
export const mostPictures = 4

/** Characters of a review. */
export const longestText = 2000

/** Centimeters that a person may be tall. */
export const heights = { min: 120, max: 220 } as const

/** The orders of the list; none of them prefers good ones to bad. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]
