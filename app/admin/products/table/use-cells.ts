import { useCallback, useEffect, useRef, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { seconds } from '#shop/time.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'

type Set<T> = { set: T; seen: T }
/** One cell as the API takes it; prices in TL. */
type CellChange = {
  variantId?: string
  stock?: Set<number>
  add?: number
  price?: Set<number>
  published?: { set: boolean }
  lowStock?: Set<number | null>
}

export type Save = {
  /** The cell's name, for its mark. */
  cell: string
  productId: string
  change: CellChange
  /** The change that undoes it; of stock a number of pieces to add, so that sales in between stay counted. */
  back: CellChange
  /** The change in the owner's words. */
  words: string
}

export type CellMark = 'saving' | 'saved' | 'failed'
/** Those of one product's cells. */
export type Marks = Record<string, CellMark>
export type SavedCells = ReturnType<typeof useCells>
type Said = { tone: 'good' | 'told' | 'bad'; text: string; back?: Save; again?: Save }

/** Saves cells by themselves, remembers how to take them back, and says what happened. */
export function useCells(onProduct: (product: WireAdminProduct) => void) {
  const [marks, setMarks] = useState<Record<string, Marks>>({})
  const [said, setSaid] = useState<Said>()
  const done = useRef<Save[]>([])
  const mark = useCallback((productId: string, cell: string, is: CellMark) => {
    setMarks((all) => ({ ...all, [productId]: { ...all[productId], [cell]: is } }))
    if (is === 'saved') setTimeout(() => setMarks((all) => withoutSaved(all, productId, cell)), seconds(3))
  }, [])

  const send = useCallback(
    async (save: Save, undoing: boolean) => {
      const { cell, productId, change, words } = save
      try {
        const answer = await adminCall<'PATCH /admin/products/{id}/cell'>(
          'PATCH',
          `/admin/products/${productId}/cell`,
          change,
        )
        onProduct(answer.data)
        mark(productId, cell, 'saved')
        if (!undoing) done.current = [...done.current.slice(-49), save]
        const text = undoing ? `Geri alındı: ${words}` : `${words} ${answer.message ?? 'Kaydedildi.'}`
        setSaid({ tone: answer.message ? 'told' : 'good', text, ...(!undoing && { back: save }) })
      } catch (error) {
        mark(productId, cell, 'failed')
        const isAnswer = error instanceof ApiError && error.status > 0 && error.status < 500
        setSaid({
          tone: 'bad',
          text: `${words} ${sentenceOf(error, 'Kaydedilemedi; yeniden deneyin.')}`,
          ...(!isAnswer && { again: save }),
        })
        if (isAnswer) await refresh(productId, onProduct)
      }
    },
    [mark, onProduct],
  )

  // One after the other: an answer that overtook another would show an older stock.
  const queue = useRef(Promise.resolve())
  const enqueue = useCallback(
    (save: Save, undoing: boolean) => {
      mark(save.productId, save.cell, 'saving')
      queue.current = queue.current.then(() => send(save, undoing))
    },
    [mark, send],
  )
  const undo = useCallback(() => {
    const last = done.current.pop()
    if (last) enqueue({ ...last, change: last.back }, true)
  }, [enqueue])
  useUndoKey(undo)

  return {
    marksOf: (productId: string) => marks[productId] ?? noMarks,
    said,
    save: useCallback((save: Save) => enqueue(save, false), [enqueue]),
    refuse: useCallback(
      (productId: string, cell: string, text: string) => {
        mark(productId, cell, 'failed')
        setSaid({ tone: 'bad', text })
      },
      [mark],
    ),
    undo,
    hush: () => setSaid(undefined),
  }
}

const noMarks: Marks = {}

function withoutSaved(all: Record<string, Marks>, productId: string, cell: string): Record<string, Marks> {
  const { [cell]: was, ...others } = all[productId] ?? noMarks
  return was === 'saved' ? { ...all, [productId]: others } : all
}

/** Reads the row again after a refusal. */
async function refresh(id: string, onProduct: (product: WireAdminProduct) => void): Promise<void> {
  try {
    onProduct((await adminCall<'GET /admin/products/{id}'>('GET', `/admin/products/${id}`)).data)
  } catch {
    // It stays as it was; the sentence of the refusal stands.
  }
}

/** Ctrl+Z, but in a field, where it belongs to the text. */
function useUndoKey(undo: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo])
}
