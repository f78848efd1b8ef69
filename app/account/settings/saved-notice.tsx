import { Notice } from '#app/ui/notice.tsx'

/** Tells how saving went. */
export function SavedNotice({ good, bad }: { good: string | undefined; bad: string | undefined }) {
  if (bad) return <Notice tone="bad">{bad}</Notice>
  return good ? <Notice tone="good">{good}</Notice> : null
}
