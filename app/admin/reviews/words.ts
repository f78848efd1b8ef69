import type { WireInboxReview } from '#api/wire/reviews.ts'

/** '★★★★☆ 4' would be read star by star; '4 yıldız' is not. */
export function starText(stars: number): string {
  return `${stars} yıldız`
}

const words = { WAITING: 'Onay bekliyor', PUBLISHED: 'Yayında', REFUSED: 'Yayınlanmadı' } as const

/** How it stands, in few words; a report that nobody has looked at comes first. */
export function stateText({ status, reports, sample }: WireInboxReview): string {
  if (sample) return 'Örnek yorum'
  return reports.length > 0 ? `${reports.length} kez bildirildi` : words[status]
}
