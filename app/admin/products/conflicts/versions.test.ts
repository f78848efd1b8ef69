import { expect, test } from 'vitest'
import { anAdminProduct } from '#test/admin-product.ts'
import { draftOf, emptyDraft, formOf, isSame } from '../form/draft.ts'
import { emptyRow, setCell } from '../variants/grid-rows.ts'
import { afterSave, openTheirs, overTheirs, startVersions, typedSince } from './versions.ts'

const variant = {
  id: 'v1',
  sku: 'A',
  color: 'Siyah',
  colorHex: null,
  size: 'S',
  price: 1199.9,
  stockQuantity: 5,
  images: [],
}
const opened = anAdminProduct([variant])
/** The other admin's version: another name, and one of five was sold. */
const theirs = { ...opened, name: 'Keten Elbise Uzun', version: 5, variants: [{ ...variant, stockQuantity: 4 }] }
const typed = { ...draftOf(opened), description: 'İnce keten.' }
const before = { ...startVersions(opened, ''), conflict: { theirs, names: ['Mehmet Kaya'] } }

test('a new product starts empty in the chosen category, a known one as it is saved', () => {
  expect(startVersions(undefined, 'c1')).toMatchObject({ base: undefined, saved: emptyDraft('c1') })
  expect(startVersions(opened, 'c2').saved).toEqual(draftOf(opened))
})

test('once saved, nothing is unsaved and nothing is put aside', () => {
  const saved = { ...opened, description: 'İnce keten.', version: 5 }
  const after = afterSave(saved, typed)
  expect(isSame(after.saved, typed)).toBe(true)
  expect(after).toMatchObject({ base: { version: 5 }, conflict: undefined, putAside: undefined })
})

test('what is typed while a save is on its way goes over the saved version, sizes that were new with their id', () => {
  const added = emptyRow({ color: 'Siyah', size: 'M', price: '999,00', stock: '3', sku: 'B' })
  const sent = { ...typed, rows: [...setCell(draftOf(opened).rows, 'v1', 'stock', '8'), added] }
  // One of eight was sold between the two.
  const product = {
    ...opened,
    name: 'KETEN ELBİSE',
    description: 'İnce keten.',
    version: 5,
    variants: [
      { ...variant, stockQuantity: 7 },
      { ...variant, id: 'v2', sku: 'B', size: 'M', price: 999, stockQuantity: 3 },
    ],
  }
  expect(isSame(typedSince(sent, sent, product), afterSave(product, sent).saved)).toBe(true)

  const another = emptyRow({ color: 'Siyah', size: 'L' })
  const now = {
    ...sent,
    description: 'İnce keten. Astarlı.',
    rows: [...setCell(setCell(sent.rows, 'v1', 'stock', '9'), added.key, 'price', '949,00'), another],
  }
  const mine = typedSince(sent, now, product)
  expect(mine).toMatchObject({ name: 'KETEN ELBİSE', description: 'İnce keten. Astarlı.' })
  expect(mine.rows).toMatchObject([
    { id: 'v1', stock: '9', stockSeen: 8 },
    { id: 'v2', key: added.key, price: '949,00', stock: '3', stockSeen: 3 },
    another,
  ])
  expect(mine.rows[2]).not.toHaveProperty('id')
  expect(typedSince(sent, { ...now, rows: now.rows.slice(0, 1) }, product).rows.map(({ id }) => id)).toEqual(['v1'])
})

test('somebody else’s version opens unchanged, and what was typed can be taken back over it', () => {
  const after = openTheirs(before, typed, theirs)
  expect(isSame(after.saved, draftOf(theirs))).toBe(true)
  expect(after).toMatchObject({ base: theirs, conflict: undefined })
  expect(after.putAside).toMatchObject({ name: 'Keten Elbise Uzun', description: 'İnce keten.' })
  expect(after.putAside?.rows[0]).toMatchObject({ stock: '4', stockSeen: 4 })
})

test('saving mine sends their version number, their fields and only my changes', () => {
  const { mine, versions } = overTheirs(before, typed, theirs)
  expect(versions.conflict).toBeUndefined()
  const form = formOf(mine, versions.base)
  expect(form.get('version')).toBe('5')
  expect(form.get('name')).toBe('Keten Elbise Uzun')
  expect(form.get('description')).toBe('İnce keten.')
})

test('after a save of mine was refused, what differs is measured against their version', () => {
  const { mine, versions } = overTheirs(before, typed, theirs)
  expect(isSame(mine, versions.saved)).toBe(false)
  expect(isSame({ ...mine, description: theirs.description }, versions.saved)).toBe(true)
})

test('a count that was typed is sent with the stock that was seen, whichever way the conflict is settled', () => {
  const counted = { ...typed, rows: setCell(typed.rows, 'v1', 'stock', '9') }
  const seen = { stock: '9', stockSeen: 5 }
  expect(overTheirs(before, counted, theirs).mine.rows[0]).toMatchObject(seen)
  expect(openTheirs(before, counted, theirs).putAside?.rows[0]).toMatchObject(seen)
})

test('what was put aside stays there while mine is saved over yet another version', () => {
  const aside = openTheirs(before, typed, theirs)
  const third = { ...theirs, version: 6 }
  const { versions } = overTheirs(aside, draftOf(theirs), third)
  expect(versions.putAside).toBe(aside.putAside)
  expect(versions.base?.version).toBe(6)
})
