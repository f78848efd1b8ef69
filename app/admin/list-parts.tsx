import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { sentenceOf } from './admin-api.ts'

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
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad">{sentenceOf(error, otherwise)}</Notice>
      <Button look="secondary" onClick={onAgain}>
        Tekrar Dene
      </Button>
    </div>
  )
}

/** A list without rows says what that means. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 border-line border-y py-20 text-center">
      <p className="font-display text-xl">{title}</p>
      {children && <p className="max-w-prose text-muted">{children}</p>}
    </div>
  )
}
