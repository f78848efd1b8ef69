import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { dueWords, isOpen } from './words.ts'

/** How long the money may still take; nothing once it is back, or where none goes back. */
export function Due({ found }: { found: WireAdminReturn }) {
  if (!isOpen(found) || (found.kind === 'EXCHANGE' && found.refundAmount === 0)) return null
  const { words, pressing } = dueWords(found)
  return <span className={pressing ? 'font-medium text-bad' : ''}>{words}</span>
}
