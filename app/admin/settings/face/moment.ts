import type { Announcement } from '#shop/settings/face/announcement.ts'

/** A moment as the browser's field of day and time writes it, in Istanbul, three hours ahead of UTC all year round. */
export function toField(moment: string | null): string {
  if (!moment) return ''
  return new Date(new Date(moment).getTime() + 3 * 3_600_000).toISOString().slice(0, 16)
}

export function fromField(text: string): string | null {
  const moment = text ? new Date(`${text.slice(0, 16)}:00+03:00`) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}

/** Whether an announcement that is on is shown no more. */
export function isOver({ on, until }: Pick<Announcement, 'on' | 'until'>): boolean {
  return on && until !== null && new Date(until) <= new Date()
}
