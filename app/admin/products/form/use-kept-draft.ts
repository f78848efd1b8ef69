import { useEffect, useRef } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { keptPictures } from '../pictures/list.ts'
import { dropKeptDraft, keepDraft } from './kept-draft.ts'
import type { TypedDraft } from './use-draft.ts'

type Keeping = { id: string | undefined; base: WireAdminProduct | undefined; typed: TypedDraft; unsaved: boolean }

/** Keeps what is typed over a reload, as long as it is unsaved and wanted. */
export function useKeptDraft({ id, base, typed, unsaved }: Keeping) {
  const released = useRef(false)
  const { fields } = typed
  const { list } = typed.pictures
  const { rows } = typed.grid
  useEffect(() => {
    if (unsaved && !released.current) keepDraft(id, { draft: { ...fields, pictures: keptPictures(list), rows }, base })
    else dropKeptDraft(id)
  }, [id, base, unsaved, fields, list, rows])

  return {
    released,
    /** Forgets the draft: it is saved or no longer wanted. */
    release() {
      released.current = true
      dropKeptDraft(id)
    },
  }
}
