import type { Draft } from './draft.ts'
import type { AdminProduct } from './product-shape.ts'

/** What was not saved yet, with the product as she opened it. */
export type KeptDraft = { draft: Draft; base?: AdminProduct }

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
    return kept && Array.isArray(kept.draft?.rows) && Array.isArray(kept.draft.pictures) ? kept : undefined
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
