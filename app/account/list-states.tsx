import type { ReactNode } from 'react'
import { type FailureWords, sentenceOf } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type ListFailedProps = { error: unknown; otherwise: FailureWords; onRetry: () => void }

/** Shows the server's sentence, or `otherwise` when it gave none. */
export function ListFailed({ error, otherwise, onRetry }: ListFailedProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad">{sentenceOf(error, otherwise)}</Notice>
      <Button look="secondary" onClick={onRetry}>
        Tekrar Dene
      </Button>
    </div>
  )
}

export function ListEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
