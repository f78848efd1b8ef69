import type { SavedCells } from './use-cells.ts'

const tones = { good: 'bg-ink', told: 'bg-nar-deep', bad: 'bg-bad' }
const buttonClass = 'min-h-11 shrink-0 px-2 underline underline-offset-4'

/** The outcome of the last cell, with a button to undo it. It stays in view while the list scrolls. */
export function SavedBar({ cells }: { cells: SavedCells }) {
  const { said, save, undo, hush } = cells
  return (
    <div role="status" className="sticky bottom-3 z-20 mt-4 empty:hidden">
      {said && (
        <div
          className={`flex flex-wrap items-center gap-x-3 rounded-xs py-1 pr-2 pl-4 text-sm text-white shadow-2xl ${tones[said.tone]}`}
        >
          <span className="min-w-0 flex-1 basis-52 break-words py-2">{said.text}</span>
          {said.back && (
            <button type="button" onClick={undo} className={buttonClass}>
              Geri al
            </button>
          )}
          {said.again && (
            <button type="button" onClick={() => said.again && save(said.again)} className={buttonClass}>
              Yeniden dene
            </button>
          )}
          <button type="button" aria-label="Bildirimi kapat" onClick={hush} className={buttonClass}>
            Kapat
          </button>
        </div>
      )}
    </div>
  )
}
