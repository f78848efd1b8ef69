/** How a review's words and its author's name are cleaned, and when somebody has to look at a review before it is shown. */

import type { ReviewStatus } from './kinds.ts'

/** Shown for an author without a name to show. */
export const nameless = 'Müşteri'

/** 'Ayşe Nur', 'Yılmaz' → 'Ayşe Y.'. A text that is no name, such as an address or a sentence, is not shown. */
export function maskedName(firstName: string, lastName: string): string {
  const [first = ''] = firstName.trim().split(/\s+/)
  if (!/^\p{L}[\p{L}\p{M}'’-]{0,19}$/u.test(first)) return nameless
  const name = capital(first)
  const last = lastName.trim()
  return /^\p{L}/u.test(last) ? `${name} ${capital(last).slice(0, 1)}.` : name
}

function capital(name: string): string {
  const [letter = '', ...rest] = name
  return letter.toLocaleUpperCase('tr') + rest.join('').toLocaleLowerCase('tr')
}

/** Without control characters and marks that turn the direction of what follows; at most one blank line between two paragraphs. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A web address, a mail address or a telephone number, as advertisers of something else write them. */
const contact =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|shop|xyz|tr|me|ly|ru)\b|[\w.+-]+@[\w-]+\.\w|(?:\d[\s().-]{0,3}){10,}/i

/** Whether a review may be spam or give away somebody's number: then it waits for a look, whatever the setting says. */
export function needsLook(text: string): boolean {
  return contact.test(text)
}

export type Moderation = 'BEFORE' | 'AFTER'

/** The status of a review that was just written or changed; `before`: the earlier one. A refused review is looked at again. */
export function statusOf(moderation: Moderation, text: string, before?: ReviewStatus): ReviewStatus {
  return moderation === 'AFTER' && before !== 'REFUSED' && !needsLook(text) ? 'PUBLISHED' : 'WAITING'
}
