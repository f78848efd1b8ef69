import { Notice } from '#app/ui/notice.tsx'

/** What saving said. */
export function SavedNotice({ good, bad }: { good: string | undefined; bad: string | undefined }) {
  if (bad) return <Notice tone="bad">{bad}</Notice>
  return good ? <Notice tone="good">{good}</Notice> : null
}
