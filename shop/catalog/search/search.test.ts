import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { updateCategory } from '../categories.ts'
import { listCards } from './cards.ts'
import { gatherFound, readFacets } from './facets.ts'
import { listPopularWords, search, searchCategories } from './search.ts'
import { almost, likeness, stems } from './terms.ts'

async function names(ctx: Ctx, q: string, words?: 'most') {
  const hits = await search(ctx, q, words)
  return (await listCards(ctx, { hits, sort: 'recommended', offset: 0, limit: 50 })).map((card) => card.name)
}

describe('search', () => {
  test('folds letters both ways, forgives one wrong letter and knows endings', async ({ ctx }) => {
    const dresses = await aCategory(ctx, { name: 'Elbise' })
    await aProduct(ctx, { name: 'Işıltılı Midi', categoryId: dresses.id })
    await aProduct(ctx, { name: 'Çizgili Gömlek', categoryId: (await aCategory(ctx, { name: 'Bluz' })).id })
    await aProduct(ctx, { name: 'Hilal Omuz Çantası', categoryId: (await aCategory(ctx, { name: 'Çanta' })).id })
    for (const q of [
      'IŞILTILI',
      'isiltili',
      'elbise',
      'elbiseler',
      'ELBİSESİ',
      'elbse',
      'elbsie',
      'elbiise',
      'elbseler',
      'elb',
    ])
      expect(await names(ctx, q), q).toEqual(['Işıltılı Midi'])
    for (const q of ['gömlek', 'gomlekler', 'GÖMLEĞİ', 'gomlk', 'çizgili gömlek', 'gömlek ve bluz'])
      expect(await names(ctx, q), q).toEqual(['Çizgili Gömlek'])
    for (const q of ['canta', 'çantalar', 'çantası', 'omuz çantaları'])
      expect(await names(ctx, q), q).toEqual(['Hilal Omuz Çantası'])
    for (const q of ['', '   ', '%', 'zzz', "'; drop table products --"]) expect(await names(ctx, q), q).toEqual([])
  })

  test('ranks names above colors, and guesses only without a better match', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Etek' })
    await aProduct(ctx, { name: 'Mini Kiremit Etek', categoryId, variants: [{ color: 'Siyah' }] })
    await aProduct(ctx, { name: 'Midi Etek', categoryId, variants: [{ color: 'Kiremit' }] })
    expect(await names(ctx, 'kiremit')).toEqual(['Mini Kiremit Etek', 'Midi Etek'])
    expect(await names(ctx, 'midi')).toEqual(['Midi Etek'])
    expect(await names(ctx, 'turuncu etek')).toEqual(['Midi Etek'])
  })

  test('of several words all must match, and matches in the name rank first', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Yelek' })
    await aProduct(ctx, { name: 'Keten Yelek Bordo', categoryId, variants: [{ color: 'Bordo' }] })
    await aProduct(ctx, { name: 'Keten Gilet', categoryId, variants: [{ color: 'Bordo' }] })
    await aProduct(ctx, { name: 'Keten Yelek Ekru', categoryId, variants: [{ color: 'Ekru' }] })
    expect(await names(ctx, 'keten yelek bordo')).toEqual(['Keten Yelek Bordo', 'Keten Gilet'])
    expect(await names(ctx, 'bordo ketn')).toEqual(['Keten Yelek Bordo', 'Keten Gilet'])
    // 'yele' may be more than one word, 'keten' is one.
    await aProduct(ctx, { name: 'Keten Yelekli Takım', categoryId, variants: [{ color: 'Ekru' }] })
    expect((await names(ctx, 'keten yele')).sort()).toEqual([
      'Keten Gilet',
      'Keten Yelek Bordo',
      'Keten Yelek Ekru',
      'Keten Yelekli Takım',
    ])
  })

  test('read once for a page it shows, orders and counts the same as read anew for each part', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Yelek' })
    for (const [n, color] of ['Bordo', 'Ekru', 'Bordo', 'Siyah', 'Bordo'].entries()) {
      const name = n < 3 ? `Keten Yelek ${n}` : `Yelek ${n} keten`
      await aProduct(ctx, { name, categoryId, variants: [{ color, priceKurus: 90_000 - 10_000 * (n % 3) }] })
    }
    const hits = await search(ctx, 'keten yelek')
    expect(hits.isJoined).toBe(true)
    const none = { sizes: [], colors: [], inStock: false }
    const bordo = { ...none, colors: ['bordo'] }
    for (const filter of [none, bordo]) {
      const gathered = await gatherFound(ctx, hits, filter)
      expect(gathered.ids).toHaveLength(5)
      expect(await readFacets(ctx, { hits: gathered }, filter)).toEqual(await readFacets(ctx, { hits }, filter))
      for (const sort of ['recommended', 'price-asc', 'newest'] as const)
        for (const offset of [0, 2, 4, 6]) {
          const query = { filter, sort, offset, limit: 2 }
          const shown = await listCards(ctx, { ...query, hits: gathered })
          expect(shown, `${sort} from ${offset}`).toEqual(await listCards(ctx, { ...query, hits }))
        }
    }
    expect((await search(ctx, 'yelek')).isJoined).toBe(false)
  })

  test('of two ambiguous words both must match', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Yeniler' })
    for (const name of [
      'Siyah Elbise',
      'Siyahlı Elbiseli Takım',
      'Siyah Gömlek',
      'Siyahlı Bluz',
      'Beyaz Elbise',
      'Elbiselik Kumaş',
    ])
      await aProduct(ctx, { name, categoryId })
    expect((await names(ctx, 'siyah elbis')).sort()).toEqual(['Siyah Elbise', 'Siyahlı Elbiseli Takım'])
  })

  test('of many words that one piece may mean the best counts', async ({ ctx }) => {
    const codes = Array.from({ length: 60 }, (_, n) => `m1${n + 10}`)
    const name = `Elbise ${codes.slice(0, 30).join(' ')}`
    const other = `Elbise ${codes.slice(30).join(' ')}`
    await aProduct(ctx, { name })
    await aProduct(ctx, { name: other })
    await aProduct(ctx, { name: 'Bluz m110', categoryId: (await aCategory(ctx, { name: 'Bluz' })).id })
    expect(await names(ctx, 'm1 elbise')).toEqual([other, name])
    expect(await names(ctx, 'm115 elbise')).toEqual([name])
  })

  test('where no product has all words, most of them find those that have as many as any', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    const skirts = { categoryId: (await aCategory(ctx, { name: 'Etek' })).id }
    await aProduct(ctx, { name: 'Saten Midi', categoryId, variants: [{ color: 'Siyah', size: 'M', stock: 3 }] })
    await aProduct(ctx, { name: 'Triko Mini', categoryId, variants: [{ color: 'Siyah', size: 'S', stock: 3 }] })
    await aProduct(ctx, { name: 'Pileli', ...skirts, variants: [{ color: 'Haki', size: 'S', stock: 3 }] })
    expect(await names(ctx, 'saten etek')).toEqual([])
    expect((await names(ctx, 'saten etek', 'most')).sort()).toEqual(['Pileli', 'Saten Midi'])
    expect((await names(ctx, 'siyah saten triko', 'most')).sort()).toEqual(['Saten Midi', 'Triko Mini'])
    expect(await names(ctx, 'saten etek S', 'most')).toEqual(['Pileli'])
    // Where one has all of them, only that.
    expect(await names(ctx, 'siyah saten elbise', 'most')).toEqual(['Saten Midi'])
    expect(await names(ctx, 'etek', 'most')).toEqual(await names(ctx, 'etek'))
  })

  test('ignores a word that matches nothing, and reports it', async ({ ctx }) => {
    await aProduct(ctx, { name: 'Keten Pantolon' })
    expect((await search(ctx, 'kaşmir pantolon')).unknown).toEqual(['kasmir'])
    expect(await names(ctx, 'kaşmir pantolon')).toEqual(['Keten Pantolon'])
  })

  test('reports a word that only similar ones answer', async ({ ctx }) => {
    await aProduct(ctx, { name: 'Tığ İşi Çanta' })
    const guessedOf = async (q: string) => (await search(ctx, q)).guessed
    expect(await guessedOf('IŞIK çanta')).toEqual(['isik'])
    expect(await guessedOf('çnta')).toEqual(['cnta'])
    for (const q of ['çanta', 'çantalar', 'can', 'kaşmir']) expect(await guessedOf(q), q).toEqual([])
  })

  test('shows what is akin to the color after what has it', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    await aProduct(ctx, { name: 'Saten Gece', categoryId, variants: [{ color: 'Bordo' }] })
    await aProduct(ctx, { name: 'Keten Gündüz', categoryId, variants: [{ color: 'Kırmızı' }] })
    await aProduct(ctx, { name: 'Keten Akşam', categoryId, variants: [{ color: 'Siyah' }] })
    expect(await names(ctx, 'kırmızı elbise')).toEqual(['Keten Gündüz', 'Saten Gece'])
    expect(await names(ctx, 'siyah elbise')).toEqual(['Keten Akşam'])
  })

  test('finds what is there in a size that was typed', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    const inM = { color: 'Siyah', size: 'M' }
    await aProduct(ctx, { name: 'Ada', categoryId, variants: [inM] })
    await aProduct(ctx, {
      name: 'Burgaz',
      categoryId,
      variants: [
        { ...inM, stock: 0 },
        { color: 'Siyah', size: 'L' },
      ],
    })
    await aProduct(ctx, { name: 'Heybeli', categoryId, variants: [{ color: 'Siyah', size: '38' }] })
    await aProduct(ctx, { name: 'Kınalı 38', categoryId, variants: [inM] })
    expect((await names(ctx, 'siyah elbise M')).sort()).toEqual(['Ada', 'Kınalı 38'])
    expect((await names(ctx, 'm beden')).sort()).toEqual(['Ada', 'Kınalı 38'])
    for (const q of ['elbise 38', '38 beden elbise']) expect(await names(ctx, q), q).toEqual(['Heybeli'])
    // A number that is neither last nor beside the word for a size belongs to a name.
    expect(await names(ctx, 'kınalı 38 elbise')).toEqual(['Kınalı 38'])
    // Nothing in the size: the rest is shown, and what was left out is said.
    expect((await search(ctx, 'burgaz XXL')).unknown).toEqual(['xxl'])
    expect(await names(ctx, 'burgaz XXL')).toEqual(['Burgaz'])
    // Elsewhere it is a size where no product is called so.
    expect(await names(ctx, '38 beden')).toEqual(['Heybeli'])
    for (const q of ['34 elbise', '34 numara elbise', '2xl elbise']) {
      expect((await search(ctx, q)).unknown, `${q}: nothing there`).toEqual([q === '2xl elbise' ? '2xl' : '34'])
    }
    const tags = new Set<string>()
    await search({ ...ctx, tags }, 'burgaz m')
    expect(tags.size, 'its coming back in M makes the page stale').toBe(1)
  })

  test('knows the other names of a size, and a number before the word for what is worn', async ({ ctx }) => {
    const dress = (await aCategory(ctx, { name: 'Elbise' })).id
    const trousers = (await aCategory(ctx, { name: 'Pantolon' })).id
    const shoe = (await aCategory(ctx, { name: 'Aksesuar: Terlik' })).id
    await aProduct(ctx, { name: 'Ada', categoryId: dress, variants: [{ size: 'M' }] })
    await aProduct(ctx, { name: 'Burgaz', categoryId: dress, variants: [{ size: 'XXL' }] })
    await aProduct(ctx, { name: 'Heybeli', categoryId: trousers, variants: [{ size: '38' }] })
    await aProduct(ctx, { name: 'Sedef', categoryId: trousers, variants: [{ size: '40' }] })
    await aProduct(ctx, { name: 'Kaşık', categoryId: shoe, variants: [{ size: 'M' }] })
    for (const q of ['38 pantolon', 'pantolon 38', '38 numara pantolon', 'M pantolon']) {
      expect(await names(ctx, q), q).toEqual(['Heybeli'])
      expect((await search(ctx, q)).unknown, q).toEqual([])
    }
    for (const q of ['elbise 38 beden', '38 elbise']) expect(await names(ctx, q), q).toEqual(['Ada'])
    for (const q of ['elbise 2xl', 'xxl elbise', '44 elbise']) expect(await names(ctx, q), q).toEqual(['Burgaz'])
    expect(await names(ctx, '38 numara'), 'a size alone, as it is called').toEqual(['Heybeli'])
    expect((await search(ctx, 'terlik 38')).unknown, 'of shoes an M is no 38').toEqual(['38'])
  })

  test('follows every change of the products', async ({ ctx }) => {
    const category = await aCategory(ctx, { name: 'Yelek' })
    const { id } = await aProduct(ctx, { name: 'Ada', categoryId: category.id, variants: [{ color: 'Bordo' }] })
    await updateCategory(ctx, category.id, { name: 'Süveter' })
    await ctx.db.execute(sql`update variants set color = 'Hardal' where product_id = ${id}`)
    expect(await names(ctx, 'yelek')).toEqual([])
    expect(await names(ctx, 'bordo')).toEqual([])
    expect(await names(ctx, 'süveter hardal')).toEqual(['Ada'])
    await ctx.db.execute(sql`update products set deleted_at = now() where id = ${id}`)
    expect(await names(ctx, 'ada')).toEqual([])
  })

  test('knows the categories and the words to suggest', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Çanta' })
    await aCategory(ctx, { name: 'Boş Çanta' })
    await aProduct(ctx, { name: 'Örgü Tote', categoryId })
    await aProduct(ctx, { name: 'Örgü Pazar', categoryId })
    expect((await searchCategories(ctx, 'cantalar')).map((one) => one.name)).toEqual(['Çanta'])
    expect(await listPopularWords(ctx, 2)).toEqual(['Örgü', 'Pazar'])
  })
})

describe('words', () => {
  test('a typing error is one letter wrong, missing or too many, or two swapped', () => {
    for (const [a, b] of [
      ['elbise', 'elbse'],
      ['elbise', 'elbisse'],
      ['elbise', 'albise'],
      ['elbise', 'elbsie'],
    ] as const)
      expect(almost(a, b), b).toBe(true)
    for (const [a, b] of [
      ['elbise', 'elise1'],
      ['midi', 'moda'],
      ['etek', 'te'],
    ] as const)
      expect(almost(a, b), b).toBe(false)
  })

  test('an ending is taken off, with the consonant it softened', () => {
    expect(stems('elbiseler')).toContain('elbise')
    expect(stems('etegi')).toContain('etek')
    expect(likeness('pantolonlar', 'pantolon')).toBeGreaterThan(0.8)
    expect(likeness('mini', 'midi')).toBeLessThanOrEqual(0.5)
    expect(likeness('top', 'stop')).toBe(0)
  })
})
