import { expect, test } from 'vitest'
import { eachText, productFields, textFields } from '#shop/catalog/product-fields.ts'
import { anAdminProduct, aPicture } from '#test/admin-product.ts'
import { differences } from '../conflicts/differences.ts'
import { emptyRow, setCell, setOfColor } from '../variants/grid-rows.ts'
import { checkDraft, draftOf, emptyDraft, errorsOf, formOf, hasErrors, isSame, savedDraft } from './draft.ts'

const product = anAdminProduct([
  { id: 'v1', sku: 'A', color: 'Siyah', colorHex: '#111111', size: 'S', price: 1199.9, stockQuantity: 3, images: [] },
  { id: 'v2', sku: 'B', color: 'Siyah', colorHex: null, size: 'M', price: 1250, stockQuantity: 0, images: [] },
])

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
    cost: '',
    published: 'true',
    ...eachText(() => ''),
    outfit: '[]',
    mainImageId: 'aa',
    existingImages: '["bb"]',
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
      images: [],
    },
    {
      id: 'v2',
      sku: 'B',
      color: 'Siyah',
      colorHex: null,
      size: 'M',
      price: 1250,
      stockQuantity: 0,
      stockSeen: 0,
      images: [],
    },
  ])
})

test('the pictures of a color go with each of its rows, in the order of the product’s and without those taken out', () => {
  const [first, second] = product.variants
  const images = product.pictures.map(({ url }) => url)
  const opened = draftOf({
    ...product,
    variants: [...(first ? [{ ...first, images }] : []), ...(second ? [second] : [])],
  })
  const sent = (draft: typeof opened) =>
    JSON.parse(String(formOf(draft, product).get('variants'))).map(({ images }: { images: string[] }) => images)
  const added = { ...opened, rows: [...opened.rows, emptyRow({ color: 'siyah' }), emptyRow({ color: 'Mavi' })] }
  expect(sent(added)).toEqual([['aa', 'bb'], ['aa', 'bb'], ['aa', 'bb'], []])
  expect(sent({ ...opened, pictures: opened.pictures.toReversed() })[0]).toEqual(['bb', 'aa'])
  expect(sent({ ...opened, pictures: [aPicture('bb')] })[0]).toEqual(['bb'])
  const chosen = { ...opened, rows: setOfColor(opened.rows, opened.rows[1]?.key ?? '', { images: '' }) }
  expect(sent(chosen)).toEqual([[], []])
  expect(isSame(chosen, opened)).toBe(false)
})

test('an outfit is sent by its ids in their order, and is none of one piece', () => {
  const piece = (id: string) => ({ id, name: id, slug: id, mainImage: null, picture: null, price: 10, published: true })
  const draft = { ...draftOf(product), outfit: [piece('b'), piece('a')] }
  expect(formOf(draft, product).get('outfit')).toBe('["b","a"]')
  expect(isSame(draft, draftOf(product))).toBe(false)
  expect(isSame(draft, { ...draft, outfit: [{ ...piece('b'), price: 20 }, piece('a')] })).toBe(true)
  expect(checkDraft(draft).fields).toEqual({})
  const wrong = checkDraft({ ...draft, outfit: [piece('b')] }).fields
  expect(wrong).toEqual({ outfit: 'Kombin için en az 2 parça seçin ya da hiç seçmeyin' })
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
        'variants.1.sku': ['2. varyant: Bu SKU zaten kullanılıyor'],
        'variants.1.stockQuantity': ['Stok miktarı negatif olamaz'],
        'variants.9.sku': ['10. varyant: Kayıp'],
      },
      rows,
    ),
  ).toEqual({
    fields: { slug: 'Bu adres kullanılıyor', pictures: 'Görsel bulunamadı' },
    rows: { v2: { sku: 'Bu SKU zaten kullanılıyor', stock: 'Stok miktarı negatif olamaz' } },
    rest: ['10. varyant: Kayıp'],
  })
})

test('after saving, rows stay where they are and keep their keys', () => {
  const draft = draftOf(product)
  const added = emptyRow({ color: 'Siyah', size: 'XS', price: '10,00', stock: '1', sku: 'C' })
  const shown = { ...draft, rows: [...draft.rows, added] }
  const answer = {
    ...product,
    variants: [
      { id: 'v3', sku: 'C', color: 'Siyah', colorHex: null, size: 'XS', price: 10, stockQuantity: 1, images: [] },
      ...product.variants.map((variant) => ({ ...variant, colorHex: null })),
    ],
  }
  const saved = savedDraft(answer, shown)
  expect(saved.rows.map(({ key, id }) => [key, id])).toEqual([
    ['v1', 'v1'],
    ['v2', 'v2'],
    [added.key, 'v3'],
  ])
})

test('tells what somebody else changed, and what is typed here instead', () => {
  const opened = draftOf(product)
  const now = draftOf({
    ...product,
    name: 'Keten Elbise Uzun',
    pictures: ['bb', 'aa'].map(aPicture),
    variants: product.variants.slice(0, 1).map((variant) => ({ ...variant, price: 999 })),
  })
  const mine = { ...opened, rows: setCell(opened.rows, 'v1', 'price', '1.100,00') }
  expect(differences(opened, now, mine, [product.category])).toEqual([
    { label: 'Ürün adı', opened: 'Keten Elbise', now: 'Keten Elbise Uzun', mine: 'Keten Elbise' },
    { label: 'Görseller', opened: '2 görsel', now: '2 görsel (değişti)', mine: '2 görsel' },
    { label: 'Siyah, S: fiyat', opened: '1.199,90', now: '999,00', mine: '1.100,00' },
    { label: 'Siyah, M: varyant', opened: '1.250,00 TL, stok 0', now: '—', mine: '1.250,00 TL, stok 0' },
  ])
})

test('a text field is opened, sent, compared and its error shown like any other', () => {
  for (const name of textFields) {
    const draft = { ...draftOf({ ...product, [name]: 'Elde yıkayın' }), [name]: ' Elde yıkayın ' }
    expect(formOf(draft).get(name)).toBe('Elde yıkayın')
    expect(isSame(draft, draftOf(product))).toBe(false)
    expect(errorsOf({ [name]: ['Çok uzun'] }, []).fields).toEqual({ [name]: 'Çok uzun' })
    const { label, whenEmpty } = productFields[name]
    const [before, now] = [draftOf(product), draftOf({ ...product, [name]: 'Elde yıkayın' })]
    expect(differences(before, now, before, [])).toEqual([
      { label, opened: whenEmpty || '—', now: 'Elde yıkayın', mine: whenEmpty || '—' },
    ])
  }
})
