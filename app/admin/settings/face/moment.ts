import type { Announcement } from '#shop/settings/face/announcement.ts'
import { istanbulClock } from '#shop/time.ts'

/** A moment as the browser's field of day and time writes it, in Istanbul. */
export function toField(moment: string | null): string {
  if (!moment) return ''
  return istanbulClock(new Date(moment)).toISOString().slice(0, 16)
}

export function fromField(text: string): string | null {
  const moment = text ? new Date(`${text.slice(0, 16)}:00+03:00`) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}

/** Whether an announcement that is on is shown no more. */
export function isOver({ on, until }: Pick<Announcement, 'on' | 'until'>): boolean {
  return on && until !== null && new Date(until) <= new Date()
}
