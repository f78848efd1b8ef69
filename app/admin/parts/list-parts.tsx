import type { ReactNode } from 'react'
import type { Pagination } from '#api/wire/envelope.ts'
import type { Loaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { NotLoaded } from '#app/ui/load-states.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { sentenceOf } from './api.ts'
import type { useQuery } from './use-query.ts'

type ListHeadProps = {
  title: string
  /** How many there are; false until that is known, or where nobody counts. */
  count: string | false
  children?: ReactNode
}

/** The title of a list, its count, and what adds to it. */
export function ListHead({ title, count, children }: ListHeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="font-display text-2xl">{title}</h1>
        <p role="status" className="text-muted text-sm">
          {count}
        </p>
      </div>
      {children}
    </div>
  )
}

/** From page to page of a list; nothing while one page holds it all. */
export function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Sayfalar" className="mt-4 flex items-center justify-end gap-2 text-sm">
      <Button look="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Önceki
      </Button>
      <span className="tabular-nums">
        {page} / {pages}
      </span>
      <Button look="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Sonraki
      </Button>
    </nav>
  )
}

/** The rows of a list that is on its way. */
export function TableComing({ what }: { what: string }) {
  return (
    <div role="status" aria-label={`${what} yükleniyor`} className="grid gap-2">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <Skeleton key={n} className="h-12" />
      ))}
    </div>
  )
}

/** A list that could not be fetched: the server's sentence, and another try. */
export function ListFailed({ error, otherwise, onAgain }: { error: unknown; otherwise: string; onAgain: () => void }) {
  return <NotLoaded onAgain={onAgain}>{sentenceOf(error, otherwise)}</NotLoaded>
}

type ListStateProps = { state: Loaded<unknown>; what: string; otherwise: string; onAgain: () => void }

/** Stands in for a list until it has been fetched. */
export function ListState({ state, what, otherwise, onAgain }: ListStateProps) {
  if (state.kind === 'loading') return <TableComing what={what} />
  return state.kind === 'failed' ? <ListFailed error={state.error} otherwise={otherwise} onAgain={onAgain} /> : null
}

type QueryPagesProps = { query: ReturnType<typeof useQuery>; list: { pagination: Pagination } }

/** The pages of a list whose page stands in the address. */
export function QueryPages({ query: { page, set }, list }: QueryPagesProps) {
  return (
    <Pages
      page={page}
      pages={list.pagination.totalPages}
      onPage={(page) => set({ sayfa: page > 1 ? String(page) : '' })}
    />
  )
}

type Page = { data: readonly unknown[]; pagination: Pagination }

type PagedListProps<T extends Page> = {
  list: { state: Loaded<T>; again: () => void }
  query: ReturnType<typeof useQuery>
  what: string
  otherwise: string
  /** Stands in for a list without rows. */
  empty: ReactNode
  children: (page: T) => ReactNode
}

/** One page of a list with the way to the others, or what stands in for it. */
export function PagedList<T extends Page>({ list, query, what, otherwise, empty, children }: PagedListProps<T>) {
  const { state, again } = list
  if (state.kind !== 'ready') return <ListState state={state} what={what} otherwise={otherwise} onAgain={again} />
  if (state.value.data.length === 0) return empty
  return (
    <div aria-busy={state.refreshing} className="aria-busy:opacity-60">
      {children(state.value)}
      <QueryPages query={query} list={state.value} />
    </div>
  )
}

type EmptyListProps = {
  title: string
  /** The page is nothing else: its title is the page's heading. */
  alone?: boolean
  children?: ReactNode
}

/** Stands in for a list without rows, and says what that means. */
export function EmptyList({ title, alone, children }: EmptyListProps) {
  const Title = alone ? 'h1' : 'p'
  return (
    <div className="grid justify-items-center gap-3 border-line border-y py-20 text-center">
      <Title className="font-display text-xl">{title}</Title>
      {children && <p className="max-w-prose text-muted">{children}</p>}
    </div>
  )
}
