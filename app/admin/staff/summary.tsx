import type { WireRole } from '#api/wire/staff.ts'
import { type Right, sights } from '#shop/rights.ts'
import { rightWords } from './words.ts'

/** A sentence about what a role opens and what it hides. */
export function RoleSummary({ role: { rights } }: { role: WireRole }) {
  const unsaid: readonly Right[] = [
    ...sights,
    // Said by what brings them along.
    ...rights.flatMap((right) => (right === 'orders' || right === 'payments' ? [`${right}-read` as const] : [])),
  ]
  const may = rights.filter((right) => !unsaid.includes(right))
  return (
    <p className="text-muted text-sm">
      {may.map((right) => rightWords[right].label).join(', ')}.{hiddenWords(rights)}
    </p>
  )
}

function hiddenWords(rights: WireRole['rights']): string {
  const [sums, contacts] = [rights.includes('amounts'), rights.includes('contacts')]
  if (sums && contacts) return ''
  if (sums) return ' İletişim bilgilerini görmez.'
  return contacts ? ' Tutarları görmez.' : ' Tutarları ve iletişim bilgilerini görmez.'
}
