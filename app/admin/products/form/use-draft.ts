import { useEffect, useRef, useState } from 'react'
import type { ProductField } from '#shop/catalog/product-fields.ts'
import { areStored, onlyStored, type Picture } from '../pictures/list.ts'
import { usePictures } from '../pictures/use-pictures.ts'
import { useGrid } from '../variants/use-grid.ts'
import { checkDraft, type Draft, type DraftErrors, hasErrors } from './draft.ts'

type Fields = Omit<Draft, 'pictures' | 'rows'>
export type TypedDraft = ReturnType<typeof useDraft>

/** The draft on the screen: its fields, pictures and rows, and what is wrong with them. */
export function useDraft(start: Draft) {
  const [fields, setFields] = useState<Fields>(() => fieldsOf(start))
  const pictures = usePictures(() => start.pictures)
  const grid = useGrid(() => start.rows)
  const { wrong, form, show, clear } = useWrong(grid.setErrors)
  const draft: Draft = { ...fields, pictures: onlyStored(pictures.list), rows: grid.rows }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an error stays until what it is about changes
  useEffect(() => clear('pictures'), [pictures.list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => clear('variants'), [grid.rows])

  /** Puts fields and rows on the screen, and with them the pictures if none of them is on its way. */
  function take(next: Draft) {
    setFields(fieldsOf(next))
    grid.reset(next.rows)
    if (areStored(pictures.list)) pictures.reset(next.pictures)
    show({ fields: {}, rows: {} })
  }

  return {
    fields,
    set<F extends keyof Fields>(name: F, value: Fields[F]) {
      setFields((fields) => ({ ...fields, [name]: value }))
      clear(name)
    },
    pictures,
    grid,
    draft,
    sending: pictures.list.some(({ state }) => state === 'waiting' || state === 'sending'),
    /** Pictures are not stored by the shop, or not yet. */
    incomplete: !areStored(pictures.list),
    wrong,
    form,
    show,
    take,
    /** Puts a whole draft on the screen. */
    open(next: Draft) {
      setFields(fieldsOf(next))
      pictures.reset(next.pictures)
      grid.reset(next.rows)
      show({ fields: {}, rows: {} })
    },
    /** The errors that keep `draft` from being saved. */
    check: (draft: Draft) => withFailedPictures(checkDraft(draft), pictures.list),
  }
}

function withFailedPictures(errors: DraftErrors, list: readonly Picture[]): DraftErrors {
  if (!list.some(({ state }) => state === 'failed')) return errors
  const fields = { ...errors.fields, pictures: 'Yüklenemeyen görselleri yeniden deneyin veya silin' }
  return { ...errors, fields }
}

function fieldsOf({ pictures, rows, ...fields }: Draft): Fields {
  return fields
}

/** The errors of the fields; showing them moves the focus to the first. */
function useWrong(setRows: (errors: DraftErrors['rows']) => void) {
  const [wrong, setWrong] = useState<DraftErrors['fields']>({})
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
  }, [attempts])
  return {
    wrong,
    form,
    show(errors: DraftErrors) {
      setWrong(errors.fields)
      setRows(errors.rows)
      if (hasErrors(errors)) setAttempts((n) => n + 1)
    },
    clear: (name: ProductField) => setWrong(({ [name]: _, ...rest }) => rest),
  }
}
