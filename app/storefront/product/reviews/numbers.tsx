import type { WireReviewSummary } from '#api/wire/reviews.ts'
import { Stars, tenths } from './stars.tsx'

/** The average, how many gave which stars, and what they say of the fit. */
export function ReviewNumbers({ summary }: { summary: WireReviewSummary }) {
  const { count, average, distribution } = summary
  if (average === null) return <p className="text-muted">Henüz yorum yok.</p>
  return (
    <>
      <p className="flex items-center gap-3">
        <span className="font-display text-3xl tabular-nums">
          <span className="sr-only">5 üzerinden </span>
          {tenths(average)}
        </span>
        <span>
          <Stars value={average} size={18} />
          <span className="block text-muted text-sm">{count} yorum</span>
        </span>
      </p>
      <table className="mt-4 w-full text-sm tabular-nums">
        <caption className="sr-only">Yıldızların dağılımı</caption>
        <tbody>
          {([5, 4, 3, 2, 1] as const).map((stars) => (
            <tr key={stars}>
              <th scope="row" className="w-16 py-0.5 text-left font-normal">
                {stars} yıldız
              </th>
              <td className="px-2">
                <Bar part={distribution[stars] / count} />
              </td>
              <td className="w-8 text-right text-muted">{distribution[stars]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FitVotes votes={summary.fitVotes} />
    </>
  )
}

function Bar({ part }: { part: number }) {
  return (
    <span className="block h-1.5 bg-line" aria-hidden="true">
      <span className="block h-full bg-ink" style={{ width: `${part * 100}%` }} />
    </span>
  )
}

/** Said once anybody has voted. */
function FitVotes({ votes }: { votes: WireReviewSummary['fitVotes'] }) {
  const all = votes.small + votes.true + votes.large
  if (all === 0) return null
  const told = [
    { label: 'Dar', n: votes.small },
    { label: 'Tam', n: votes.true },
    { label: 'Bol', n: votes.large },
  ]
  return (
    <div className="mt-6">
      <p className="text-sm">Kalıbı nasıl buldular?</p>
      <ul className="mt-2 grid grid-cols-3 gap-1 text-sm tabular-nums">
        {told.map(({ label, n }) => (
          <li key={label}>
            <Bar part={n / all} />
            <span className="mt-1 block">
              {label} <span className="text-muted">{n}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
