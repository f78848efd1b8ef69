import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'

type FoldProps = { title: string; onOpen?: () => void; children: ReactNode }

/** A part of the page behind its title; the browser opens it, without script too. */
export function Fold({ title, onOpen, children }: FoldProps) {
  return (
    <details
      className="group border-line border-t py-2"
      // It may have been opened before the page's script ran.
      ref={onOpen && ((element) => void (element?.open && onOpen()))}
      onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between">
        {title}
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <div className="flex max-w-text flex-col gap-4 pt-1 pb-4 text-muted">{children}</div>
    </details>
  )
}
