import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAdminProduct } from '#test/admin-product.ts'
import { draftOf, emptyDraft } from './draft.ts'
import { dropKeptDraft, keepDraft, readKeptDraft } from './kept-draft.ts'

const kept = new Map<string, string>()
const base = anAdminProduct([])
const draft = { ...draftOf(base), name: 'Yarım kalan' }

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a draft is kept for its own product until it is dropped', () => {
  keepDraft('p1', { draft, base })
  expect(readKeptDraft('p1')).toEqual({ draft, base })
  expect(readKeptDraft(undefined)).toBeUndefined()
  dropKeptDraft('p1')
  expect(readKeptDraft('p1')).toBeUndefined()
})

test('a draft from before an upgrade gets the fields that were added since', () => {
  const { withdrawalExemption: _, ...older } = draft
  kept.set('admin-product-p1', JSON.stringify({ draft: older, base }))
  expect(readKeptDraft('p1')?.draft).toEqual({ ...draft, withdrawalExemption: emptyDraft().withdrawalExemption })
})

test('nothing is restored from what cannot be read, and a browser that refuses storage loses nothing else', () => {
  kept.set('admin-product-p1', '{"draft":{}}')
  expect(readKeptDraft('p1')).toBeUndefined()
  kept.set('admin-product-p1', '{')
  expect(readKeptDraft('p1')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('p1', { draft })
  expect(readKeptDraft('p1')).toBeUndefined()
})
