import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { dueWords, isOwed } from './words.ts'

/** How long the money may still take; nothing once it is back, or where none goes back. */
export function Due({ found }: { found: WireAdminReturn }) {
  if (!isOwed(found)) return null
  const { words, pressing } = dueWords(found)
  return <span className={pressing ? 'font-medium text-bad' : ''}>{words}</span>
}
