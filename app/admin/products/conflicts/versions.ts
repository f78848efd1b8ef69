import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { type Draft, draftOf, emptyDraft, savedDraft } from '../form/draft.ts'
import { parseCount } from '../variants/grid-numbers.ts'
import type { Conflict } from './conflict.ts'
import { merged } from './merge.ts'

/** The version that the editor works on, and what may lie beside it. */
export type Versions = {
  /** The product as the shop knew it when it was opened or last saved; none while it is new. */
  base: WireAdminProduct | undefined
  /** The same as a draft: what is typed is compared with it, and given up for it. */
  saved: Draft
  /** Somebody else saved meanwhile, and nobody has decided yet whose version is to stand. */
  conflict: Conflict | undefined
  /** The draft that was typed here, while somebody else's version is open instead. */
  putAside: Draft | undefined
}

export function startVersions(base: WireAdminProduct | undefined, categoryId: string): Versions {
  const saved = base ? draftOf(base) : emptyDraft(categoryId)
  return { base, saved, conflict: undefined, putAside: undefined }
}

/** The shop accepted what was on the screen. */
export function afterSave(product: WireAdminProduct, shown: Draft): Versions {
  return { base: product, saved: savedDraft(product, shown), conflict: undefined, putAside: undefined }
}

/** The draft to show once `sent` is saved: the saved one, with the text typed meanwhile over it. */
export function typedSince(sent: Draft, now: Draft, product: WireAdminProduct): Draft {
  const saved = new Map(savedDraft(product, sent).rows.map(({ key, id }) => [key, id]))
  const counts = new Map(sent.rows.map(({ key, stock }) => [key, parseCount(stock)]))
  // A size that was new is known now, and a count typed since was typed over the one that was sent.
  const known = (draft: Draft): Draft => ({
    ...draft,
    rows: draft.rows.map((row) => {
      const id = saved.get(row.key)
      return id ? { ...row, id, stockSeen: counts.get(row.key) } : row
    }),
  })
  return merged(known(sent), known(now), product)
}

/** Opens somebody else's version and puts aside what was typed, merged over it already. */
export function openTheirs({ saved }: Versions, typed: Draft, theirs: WireAdminProduct): Versions {
  return { base: theirs, saved: draftOf(theirs), conflict: undefined, putAside: merged(saved, typed, theirs) }
}

/** Goes on from somebody else's version with what was typed: `mine` is what to save over it. */
export function overTheirs(versions: Versions, typed: Draft, theirs: WireAdminProduct) {
  const mine = merged(versions.saved, typed, theirs)
  return { mine, versions: { ...versions, base: theirs, saved: draftOf(theirs), conflict: undefined } }
}
