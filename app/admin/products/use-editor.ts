import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'
import { type Conflict, conflictOver } from './conflict.ts'
import {
  checkDraft,
  type Draft,
  type DraftErrors,
  draftOf,
  emptyDraft,
  errorsOf,
  type FieldName,
  formOf,
  hasErrors,
  isSame,
  savedDraft,
} from './draft.ts'
import { dropKeptDraft, type KeptDraft, keepDraft } from './kept-draft.ts'
import { merged } from './merge.ts'
import { keptPictures, onlyStored } from './picture-list.ts'
import type { AdminProduct } from './product-shape.ts'
import { useGrid } from './use-grid.ts'
import { usePictures } from './use-pictures.ts'

type Fields = Omit<Draft, 'pictures' | 'rows'>
export type Editor = ReturnType<typeof useEditor>

type EditorOptions = {
  product: AdminProduct | undefined
  kept: KeptDraft | undefined
  categoryId: string
  onCreated: (product: AdminProduct) => void
}

/** All that the editor knows and does; the drawing is in product-form.tsx. */
export function useEditor({ product, kept, categoryId, onCreated }: EditorOptions) {
  const id = product?.id
  const [base, setBase] = useState(kept ? kept.base : product)
  const [saved, setSaved] = useState<Draft>(() => (base ? draftOf(base) : emptyDraft(categoryId)))
  const start = kept?.draft ?? saved
  const [fields, setFields] = useState<Fields>(() => fieldsOf(start))
  const pictures = usePictures(() => start.pictures)
  const grid = useGrid(() => start.rows)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const released = useRef(false)
  /** What she had typed when she opened somebody else's version instead. */
  const [putAside, setPutAside] = useState<Draft>()
  const { wrong, form, show, clear } = useWrong(grid.setErrors)
  const draft: Draft = { ...fields, pictures: onlyStored(pictures.list), rows: grid.rows }
  const dirty = !isSame(draft, saved) || pictures.list.some((picture) => picture.state !== 'stored')

  useEffect(() => {
    if (dirty && !released.current) keepDraft(id, { draft: { ...draft, pictures: keptPictures(pictures.list) }, base })
    else dropKeptDraft(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error stays until what it is about changes
  useEffect(() => clear('pictures'), [pictures.list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => clear('variants'), [grid.rows])

  /** Puts a whole draft on the screen. */
  function open(next: Draft) {
    setFields(fieldsOf(next))
    pictures.reset(next.pictures)
    grid.reset(next.rows)
    show({ fields: {}, rows: {} })
  }

  /** What is typed here is no longer needed. */
  function release() {
    released.current = true
    dropKeptDraft(id)
  }

  async function save(over = base, mine = draft) {
    const errors = checkDraft(mine)
    if (pictures.list.some((picture) => picture.state === 'failed'))
      errors.fields.pictures = 'Yüklenemeyen görselleri yeniden deneyin veya silin'
    if (hasErrors(errors)) return show(errors)
    setBusy(true)
    try {
      const path = over ? `/admin/products/${over.id}` : '/admin/products'
      const { data, message } = await adminCall<AdminProduct>(over ? 'PUT' : 'POST', path, formOf(mine, over))
      toast('good', message ?? 'Kaydedildi.')
      if (over) return accept(data)
      release()
      onCreated(data)
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(false)
    }
  }

  function accept(product: AdminProduct) {
    const next = savedDraft(product, draft)
    setBase(product)
    setSaved(next)
    setPutAside(undefined)
    open(next)
  }

  async function refused(error: unknown) {
    const otherwise = id ? 'Ürün güncellenirken bir hata oluştu' : 'Ürün eklenirken hata oluştu'
    if (!(error instanceof ApiError)) return toast('bad', otherwise)
    if (error.code === 'EDIT_CONFLICT' && id) return setConflict(await conflictOver(id, base))
    const { rest, ...errors } = errorsOf(error.fields, grid.rows)
    if (hasErrors(errors)) show(errors)
    if (rest.length > 0 || !hasErrors(errors)) toast('bad', rest.join(' ') || sentenceOf(error, otherwise))
  }

  return {
    id,
    base,
    saved,
    fields,
    set: <F extends keyof Fields>(name: F, value: Fields[F]) => {
      setFields((fields) => ({ ...fields, [name]: value }))
      clear(name)
    },
    pictures,
    grid,
    draft,
    dirty,
    busy,
    sending: pictures.list.some((picture) => picture.state === 'waiting' || picture.state === 'sending'),
    wrong,
    form,
    save: () => save(),
    discard: () => open(saved),
    release,
    released,
    conflict,
    closeConflict: () => setConflict(undefined),
    /** Somebody else's version; hers is put aside. */
    openTheirs({ theirs }: Conflict) {
      setPutAside(merged(saved, draft, theirs))
      setBase(theirs)
      setSaved(draftOf(theirs))
      open(draftOf(theirs))
      setConflict(undefined)
    },
    /** What she changed, over somebody else's. */
    saveMine({ theirs }: Conflict) {
      const mine = merged(saved, draft, theirs)
      setBase(theirs)
      setSaved(draftOf(theirs))
      setFields(fieldsOf(mine))
      grid.reset(mine.rows)
      if (pictures.list.every((picture) => picture.state === 'stored')) pictures.reset(mine.pictures)
      setConflict(undefined)
      return save(theirs, mine)
    },
    putAside,
    takeBack() {
      if (putAside) open(putAside)
      setPutAside(undefined)
    },
  }
}

function fieldsOf({ pictures, rows, ...fields }: Draft): Fields {
  return fields
}

/** What is wrong in the fields; showing it takes the focus to the first place that is wrong. */
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
    clear: (name: FieldName) => setWrong(({ [name]: _, ...rest }) => rest),
  }
}
