import { and, eq } from 'drizzle-orm'
import { findProduct } from '#shop/catalog/products.ts'
import { announceCatalogChange } from '#shop/catalog-changes.ts'
import { type Ctx, inTransaction, newId } from '#shop/ctx.ts'
import type { FitVote } from '#shop/reviews/kinds.ts'
import { reviews } from '#shop/reviews/schema.ts'
import { after, days } from '#shop/time.ts'

/** An example: `ago` in days. */
type Sample = {
  author: string
  stars: number
  ago: number
  fit?: FitVote
  text?: string
  height?: number
  sizeWorn?: string
  answer?: string
}

const samples: Record<string, Sample[]> = {
  'pile-midi-etek-adacayi': [
    {
      ...{ author: 'Elif K.', stars: 5, ago: 6, fit: 'TRUE', height: 166, sizeWorn: 'M' },
      text: 'Pileleri yıkamadan sonra da bozulmadı. Rengi fotoğraftaki gibi, toprak tonlarıyla çok güzel duruyor.',
    },
    {
      ...{ author: 'Merve A.', stars: 4, ago: 15, fit: 'SMALL', height: 172, sizeWorn: 'L' },
      text: 'Kumaşı çok güzel ama beli biraz dar, ben bir beden büyük aldım. Boyu bende dizin hemen altında bitti.',
      answer:
        'Teşekkür ederiz Merve Hanım. Bel ölçülerini beden tablosuna ekledik; iki beden arasındaysanız büyüğünü öneririz.',
    },
    { author: 'Zeynep T.', stars: 5, ago: 33, fit: 'TRUE', sizeWorn: 'S' },
  ],
  'saten-askili-elbise-zumrut': [
    {
      ...{ author: 'Ayşegül D.', stars: 5, ago: 4, fit: 'TRUE', height: 163, sizeWorn: 'S' },
      text: 'Nişanda giydim, herkes sordu. Askıları ayarlanıyor, içi astarlı, göstermiyor.',
    },
    {
      ...{ author: 'Selin Ö.', stars: 3, ago: 21, fit: 'LARGE', height: 158, sizeWorn: 'XS' },
      text: 'Göğüs kısmı bana bol geldi, terziye gitti. Renk ve kumaş harika.',
    },
  ],
  'keten-gomlek-beyaz': [
    {
      ...{ author: 'Deniz Y.', stars: 4, ago: 9, fit: 'LARGE', height: 170, sizeWorn: 'M' },
      text: 'Rahat, bol bir kalıp; bol seviyorsanız kendi bedeninizi alın. Keten olduğu için kırışıyor, bilerek aldım.',
    },
    { author: 'Gamze S.', stars: 5, ago: 40, fit: 'TRUE', text: 'Yazın en çok bunu giydim.' },
  ],
  'triko-suveter-yulaf': [
    {
      ...{ author: 'İrem B.', stars: 2, ago: 12, fit: 'TRUE', sizeWorn: 'M' },
      text: 'Yumuşacık ama ikinci yıkamada kol kenarlarında tüylenme oldu.',
      answer: 'Üzüldük İrem Hanım. Size yazdık, değişimini yapalım; bakım önerimizi de ürün sayfasına ekledik.',
    },
    {
      author: 'Pınar E.',
      stars: 5,
      ago: 27,
      fit: 'TRUE',
      height: 168,
      sizeWorn: 'S',
      text: 'Sıcak tutuyor, kaşındırmıyor.',
    },
  ],
  'tote-canta-taba': [
    { author: 'Burcu G.', stars: 5, ago: 18, text: 'Dizüstü bilgisayarım rahat sığıyor, dikişleri düzgün.' },
    { author: 'Nazlı Ç.', stars: 4, ago: 44, text: 'İçinde bir fermuarlı göz daha olsa tam olurdu.' },
  ],
}

/** Examples of what shoppers say, each marked as one. Nobody bought anything, so a live shop shows none, and clearing the demo takes them away. */
export async function seedReviews(ctx: Ctx): Promise<void> {
  for (const [slug, list] of Object.entries(samples)) {
    const product = await findProduct(ctx, slug)
    if (!product) continue
    const rows = list.map(({ ago, answer = '', ...sample }) => {
      const createdAt = after(ctx.clock(), -days(ago))
      const answeredAt = answer ? after(createdAt, days(1)) : null
      const published = { status: 'PUBLISHED', publishedAt: createdAt, createdAt, updatedAt: createdAt } as const
      return { id: newId(), productId: product.id, ...sample, answer, answeredAt, ...published, demo: true }
    })
    await inTransaction(ctx, async (ctx) => {
      // A seed that was cut short comes past here again.
      if ((await ctx.db.$count(reviews, and(eq(reviews.productId, product.id), eq(reviews.demo, true)))) > 0) return
      await ctx.db.insert(reviews).values(rows)
      await announceCatalogChange(ctx, { productIds: [product.id] })
    })
  }
}
