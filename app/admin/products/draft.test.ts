import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { checkDraft, draftOf, emptyDraft, errorsOf, formOf, hasErrors, isSame, savedDraft } from './draft.ts'
import { emptyRow, setCell } from './grid-rows.ts'
import type { AdminProduct } from './product-shape.ts'

const category = { id: 'c1', name: 'Elbise', slug: 'elbise', area: 'ust-giyim' as const }
const picture = (id: string) => ({ id, width: 960, height: 1200, tone: '#cccccc', avif: false })
const product: AdminProduct = {
  id: 'p1',
  slug: 'keten-elbise',
  name: 'Keten Elbise',
  description: 'Yumuşak keten.',
  pictures: ['aa', 'bb'].map(picture),
  price: 1199.9,
  originalPrice: 1499,
  struckPrice: null,
  category,
  categoryId: 'c1',
  variants: [
    { id: 'v1', sku: 'A', color: 'Siyah', colorHex: '#111111', size: 'S', price: 1199.9, stockQuantity: 3 },
    { id: 'v2', sku: 'B', color: 'Siyah', colorHex: null, size: 'M', price: 1250, stockQuantity: 0 },
  ],
  published: true,
  withdrawalExemption: null,
  version: 4,
  totalStock: 3,
  groupId: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
}

test('an opened product is sent back as it came, with the stock that was seen', () => {
  const draft = draftOf(product)
  expect(isSame(draft, draftOf(product))).toBe(true)
  const form = formOf(draft, product)
  expect(Object.fromEntries([...form].filter(([name]) => name !== 'variants'))).toEqual({
    name: 'Keten Elbise',
    description: 'Yumuşak keten.',
    categoryId: 'c1',
    slug: 'keten-elbise',
    originalPrice: '1499',
    published: 'true',
    withdrawalExemption: '',
    existingImages: '["aa","bb"]',
    version: '4',
  })
  expect(JSON.parse(String(form.get('variants')))).toEqual([
    {
      id: 'v1',
      sku: 'A',
      color: 'Siyah',
      colorHex: '#111111',
      size: 'S',
      price: 1199.9,
      stockQuantity: 3,
      stockSeen: 3,
    },
    { id: 'v2', sku: 'B', color: 'Siyah', colorHex: null, size: 'M', price: 1250, stockQuantity: 0, stockSeen: 0 },
  ])
})

test('a draft needs a name and a category, what is on sale all the rest', () => {
  const draft = emptyDraft()
  expect(checkDraft({ ...draft, published: false }).fields).toEqual({
    name: 'Ürün adı zorunludur',
    categoryId: 'Kategori seçin',
  })
  expect(checkDraft({ ...draft, name: 'Bluz', categoryId: 'c1' }).fields).toEqual({
    description: 'Ürün açıklaması zorunludur',
    pictures: 'Ana görsel zorunludur',
    variants: 'En az bir varyant eklenmelidir',
  })
  expect(hasErrors(checkDraft(draftOf(product)))).toBe(false)
  expect(checkDraft({ ...draftOf(product), originalPrice: '0', slug: '!' }).fields).toEqual({
    originalPrice: 'Geçerli bir fiyat yazın',
    slug: 'Adres en az bir harf veya rakam içermeli',
  })
})

test('the address follows the name until it is published', () => {
  expect(draftOf(product).slug).toBe('keten-elbise')
  const draft = draftOf({ ...product, published: false })
  expect(draft.slug).toBeNull()
  expect(formOf({ ...draft, name: 'Işıltılı Elbise' }, product).get('slug')).toBe('isiltili-elbise')
  expect(draftOf({ ...product, published: false, slug: 'baska' }).slug).toBe('baska')
  expect(formOf(emptyDraft()).get('slug')).toBeNull()
})

test("the server's errors find their fields and cells", () => {
  const { rows } = draftOf(product)
  expect(
    errorsOf(
      {
        slug: ['Bu adres kullanılıyor'],
        images: ['Görsel bulunamadı'],
        'variants.1.sku': ['Bu SKU zaten kullanılıyor'],
        'variants.1.stockQuantity': ['Stok miktarı negatif olamaz'],
        'variants.9.sku': ['Kayıp'],
      },
      rows,
    ),
  ).toEqual({
    fields: { slug: 'Bu adres kullanılıyor', pictures: 'Görsel bulunamadı' },
    rows: { v2: { sku: 'Bu SKU zaten kullanılıyor', stock: 'Stok miktarı negatif olamaz' } },
    rest: ['Kayıp'],
  })
})

test('after saving, rows stay where they are and keep their keys', () => {
  const draft = draftOf(product)
  const added = emptyRow({ color: 'Siyah', size: 'XS', price: '10,00', stock: '1', sku: 'C' })
  const shown = { ...draft, rows: [...draft.rows, added] }
  const answer = {
    ...product,
    variants: [{ id: 'v3', sku: 'C', color: 'Siyah', colorHex: null, size: 'XS', price: 10, stockQuantity: 1 }].concat(
      product.variants.map((variant) => ({ ...variant, colorHex: null })),
    ),
  }
  const saved = savedDraft(answer, shown)
  expect(saved.rows.map(({ key, id }) => [key, id])).toEqual([
    ['v1', 'v1'],
    ['v2', 'v2'],
    [added.key, 'v3'],
  ])
})

test('says what somebody else changed, and what she has there', () => {
  const opened = draftOf(product)
  const now = draftOf({
    ...product,
    name: 'Keten Elbise Uzun',
    pictures: ['bb', 'aa'].map(picture),
    variants: product.variants.slice(0, 1).map((variant) => ({ ...variant, price: 999 })),
  })
  const hers = { ...opened, rows: setCell(opened.rows, 'v1', 'price', '1.100,00') }
  expect(differences(opened, now, hers, [category])).toEqual([
    { label: 'Ürün adı', opened: 'Keten Elbise', now: 'Keten Elbise Uzun', hers: 'Keten Elbise' },
    { label: 'Görseller', opened: '2 görsel', now: '2 görsel (değişti)', hers: '2 görsel' },
    { label: 'Siyah, S: fiyat', opened: '1.199,90', now: '999,00', hers: '1.100,00' },
    { label: 'Siyah, M: varyant', opened: '1.250,00 TL, stok 0', now: '—', hers: '1.250,00 TL, stok 0' },
  ])
})
