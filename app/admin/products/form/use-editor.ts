import { type RefObject, useEffect, useRef, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { type Conflict, conflictOver } from '../conflicts/conflict.ts'
import { afterSave, openTheirs, overTheirs, startVersions, typedSince, type Versions } from '../conflicts/versions.ts'
import { type Draft, errorsOf, formOf, hasErrors, isSame } from './draft.ts'
import { type KeptDraft, keepDraft } from './kept-draft.ts'
import { soldMeanwhile } from './sold-meanwhile.ts'
import { type TypedDraft, useDraft } from './use-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

export type Editor = ReturnType<typeof useEditor>

type EditorOptions = {
  product: WireAdminProduct | undefined
  kept: KeptDraft | undefined
  categoryId: string
  onCreated: (product: WireAdminProduct) => void
}

/** Everything that the editor knows and does; the drawing is in form.tsx. */
export function useEditor({ product, kept, categoryId, onCreated }: EditorOptions) {
  const id = product?.id
  const [versions, setVersions] = useState(() => startVersions(kept ? kept.base : product, categoryId))
  const { base, saved } = versions
  const typed = useDraft(kept?.draft ?? saved)
  const { draft } = typed
  const dirty = !isSame(draft, saved) || typed.incomplete
  // Typing goes on while a save is on its way.
  const now = useRef(draft)
  now.current = draft
  const [created, setCreated] = useState<Created>()
  const { released, release } = useKeptDraft({ id, base, typed, unsaved: dirty && !created })
  useOpening(created, typed, released, (created) => {
    release()
    keepTyped(created, now.current)
    onCreated(created.product)
  })
  const { busy, save } = useSave(typed, {
    failed: id ? 'Ürün güncellenirken bir hata oluştu' : 'Ürün eklenirken hata oluştu',
    onCreated(product, sent) {
      keepTyped({ product, sent }, now.current)
      setCreated({ product, sent })
    },
    onSaved(product, sent) {
      setVersions(afterSave(product, sent))
      typed.take(typedSince(sent, now.current, product))
    },
    async onConflict() {
      const conflict = id ? await conflictOver(id, base) : undefined
      setVersions((versions) => ({ ...versions, conflict }))
    },
  })

  return {
    id,
    typed,
    base,
    dirty,
    busy: busy || created !== undefined,
    save: () => save(draft, base),
    discard: () => typed.open(saved),
    release,
    released,
    conflict: waysOut({ versions, setVersions, typed, save }),
  }
}

/** A product that was added, and the draft that it was made of. */
type Created = { product: WireAdminProduct; sent: Draft }

/** Keeps the text typed since as a draft of the new product. */
function keepTyped({ product, sent }: Created, now: Draft): void {
  const mine = typedSince(sent, now, product)
  if (!isSame(mine, typedSince(sent, sent, product))) keepDraft(product.id, { draft: mine, base: product })
}

/** A product that was added is opened once no picture is on its way any more: leaving would end it. */
function useOpening(
  created: Created | undefined,
  { sending, incomplete }: TypedDraft,
  released: RefObject<boolean>,
  open: (created: Created) => void,
): void {
  useEffect(() => {
    if (!created || sending || released.current) return
    if (incomplete) toast('bad', 'Bir görsel yüklenemedi; lütfen yeniden ekleyin.')
    open(created)
  })
}

type Settling = {
  versions: Versions
  setVersions: (versions: Versions) => void
  typed: TypedDraft
  save: (draft: Draft, over: WireAdminProduct) => Promise<unknown>
}

/** The conflict with somebody else's save, if there is one, and how it can be settled. */
function waysOut({ versions, setVersions, typed, save }: Settling) {
  const { conflict, putAside } = versions
  return {
    found: conflict,
    close: () => setVersions({ ...versions, conflict: undefined }),
    openTheirs({ theirs }: Conflict) {
      const next = openTheirs(versions, typed.draft, theirs)
      setVersions(next)
      typed.open(next.saved)
    },
    saveMine({ theirs }: Conflict) {
      const { mine, versions: next } = overTheirs(versions, typed.draft, theirs)
      setVersions(next)
      typed.take(mine)
      return save(mine, theirs)
    },
    putAside,
    takeBack() {
      if (putAside) typed.open(putAside)
      setVersions({ ...versions, putAside: undefined })
    },
  }
}

type SaveOptions = {
  /** Shown when the shop gives no reason. */
  failed: string
  onCreated: (product: WireAdminProduct, sent: Draft) => void
  /** `sent` is the draft that was saved: over a conflict not the one that was typed, but what both versions became. */
  onSaved: (product: WireAdminProduct, sent: Draft) => void
  /** Somebody else saved since. */
  onConflict: () => Promise<void>
}

/** Sends a draft, as a new product or over a version of it, and shows what is wrong. */
function useSave(typed: TypedDraft, { failed, onCreated, onSaved, onConflict }: SaveOptions) {
  const { busy, submit } = useAdminSubmit(failed)

  async function save(draft: Draft, over: WireAdminProduct | undefined) {
    const errors = typed.check(draft)
    if (hasErrors(errors)) return typed.show(errors)
    await submit(async () => {
      const call = over
        ? adminCall<'PUT /admin/products/{id}'>('PUT', `/admin/products/${over.id}`, formOf(draft, over))
        : adminCall<'POST /admin/products'>('POST', '/admin/products', formOf(draft))
      const answer = await call.catch((error: unknown) => explain(error, over))
      if (!answer) return undefined
      if (over) onSaved(answer.data, draft)
      else onCreated(answer.data, draft)
      const sold = over ? soldMeanwhile(draft, answer.data) : []
      return [answer.message ?? 'Kaydedildi.', ...sold].join(' ')
    })
  }

  /** Shows what is wrong at its field or cell; throws what has no place, for a toast. */
  async function explain(error: unknown, over: WireAdminProduct | undefined): Promise<undefined> {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'EDIT_CONFLICT' && over) {
      await onConflict()
      return
    }
    const { rest, ...errors } = errorsOf(error.fields, typed.grid.rows)
    if (hasErrors(errors)) typed.show(errors)
    else if (rest.length === 0) throw error
    if (rest.length > 0) throw new ApiError(error.status, { message: rest.join(' ') })
  }

  return { busy, save }
}
