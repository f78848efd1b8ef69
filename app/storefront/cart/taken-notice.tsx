import { useEffect, useRef } from 'react'
import { putBack, useTaken } from './undo.ts'

/** Says what was taken out, with the way back; the focus goes there, as the pressed button is gone, and from it to the cart's title. */
export function TakenNotice() {
  const taken = useTaken()
  const [first] = taken
  const back = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken out now asks for the focus, nothing else does
  useEffect(() => back.current?.focus({ preventScroll: true }), [taken])
  return (
    <div role="status" className="sticky top-0 z-10">
      {first && (
        <p
          key={first.line.variantId}
          className="mb-4 flex items-center justify-between gap-x-3 rounded-xs bg-ink pl-4 text-sm text-white"
        >
          <span className="min-w-0 py-2">Kaldırıldı{taken.length === 1 && `: ${first.line.name}`}</span>
          <button
            ref={back}
            type="button"
            onClick={({ currentTarget }) => {
              currentTarget.closest('dialog')?.querySelector('h2')?.focus({ preventScroll: true })
              putBack()
            }}
            className="min-h-11 shrink-0 px-4 font-semibold underline underline-offset-4 -outline-offset-4 focus-visible:outline-white"
          >
            Geri al
          </button>
        </p>
      )}
    </div>
  )
}
