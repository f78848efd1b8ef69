import type { ReactNode } from 'react'
import { type FailureWords, sentenceOf } from '#app/browser/api-client.ts'
import { NotLoaded } from '#app/ui/load-states.tsx'

type ListFailedProps = { error: unknown; otherwise: FailureWords; onRetry: () => void }

/** Shows the server's sentence, or `otherwise` when it gave none. */
export function ListFailed({ error, otherwise, onRetry }: ListFailedProps) {
  return <NotLoaded onAgain={onRetry}>{sentenceOf(error, otherwise)}</NotLoaded>
}

export function ListEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
