import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { type Draft, emptyDraft } from './draft.ts'

/** A draft that is not saved yet, with the product as it was opened. */
export type KeptDraft = { draft: Draft; base?: WireAdminProduct }

const keyOf = (id: string | undefined) => `admin-product-${id ?? 'yeni'}`

/** Keeps it in this tab only, over a reload; where the browser refuses, it is only on the screen. */
export function keepDraft(id: string | undefined, kept: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(kept))
  } catch {
    // Full or forbidden.
  }
}

export function readKeptDraft(id: string | undefined): KeptDraft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as KeptDraft | null
    if (!kept || !Array.isArray(kept.draft?.rows) || !Array.isArray(kept.draft.pictures)) return undefined
    // It may have been kept before the shop was upgraded, without fields that there are now.
    return { ...kept, draft: { ...emptyDraft(), ...kept.draft } }
  } catch {
    return undefined
  }
}

export function dropKeptDraft(id: string | undefined): void {
  try {
    sessionStorage.removeItem(keyOf(id))
  } catch {
    // Then there is none.
  }
}
