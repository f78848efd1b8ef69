import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

export function ListFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad">{message}</Notice>
      <Button look="secondary" onClick={onRetry}>
        Tekrar Dene
      </Button>
    </div>
  )
}

export function ListEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 py-16 text-center">
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
