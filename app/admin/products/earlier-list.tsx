import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { useLoaded } from '#app/browser/use-loaded.ts'
import { ListState, QueryPages } from '../parts/list-parts.tsx'
import type { useQuery } from '../parts/use-query.ts'

type EarlierLine = { to: string; name: string; outcome: string; when: ReactNode }
type Page<T> = { data: T[]; pagination: { page: number; totalPages: number; total: number } }
type EarlierListProps<T> = {
  title: string
  /** 'Önceki dosyalar yüklenemedi' */
  otherwise: string
  list: Pick<ReturnType<typeof useLoaded<Page<T>>>, 'state' | 'again'>
  query: ReturnType<typeof useQuery>
  lineOf: (one: T) => EarlierLine
}

/** Earlier changes of many products, newest first; draws nothing where there are none. */
export function EarlierList<T extends { id: string }>(props: EarlierListProps<T>) {
  const { title, otherwise, query, lineOf, list } = props
  const { state, again } = list
  if (state.kind === 'ready' && state.value.data.length === 0) return null
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title" className="mb-3 font-display text-xl">
        {title}
      </h2>
      <ListState state={state} what={title} otherwise={otherwise} onAgain={again} />
      {state.kind === 'ready' && (
        <>
          <ul className="border-line border-t bg-surface text-sm">
            {state.value.data.map((one) => (
              <li key={one.id} className="border-line border-b">
                <Line {...lineOf(one)} />
              </li>
            ))}
          </ul>
          <QueryPages query={query} list={state.value} />
        </>
      )}
    </section>
  )
}

function Line({ to, name, outcome, when }: EarlierLine) {
  return (
    <Link to={to} className="flex flex-wrap items-baseline gap-x-6 px-3 py-3 hover:bg-paper">
      <span className="min-w-0 grow basis-48 break-words font-medium text-base">{name}</span>
      <span>{outcome}</span>
      <span className="text-muted">{when}</span>
    </Link>
  )
}
