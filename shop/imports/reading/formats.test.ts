import { describe, expect, test } from 'vitest'
import { amountInCell } from '../../csv.ts'
import { readUpload } from '../upload.ts'
import { careTextOf, listOf, plainTextOf, priceOf, stockOf, switchOf, textOf, Unreadable, vatOf } from './cells.ts'
import { fieldsOf, formatOf, headerKeyOf } from './columns.ts'
import { unitsOf } from './drafts.ts'
import { linesOf } from './lines.ts'

const nothing = { bySku: new Map(), byBarcode: new Map(), bySlug: new Map() }
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The products that a file says, without what its rows are called. */
async function draftsIn(bytes: Uint8Array) {
  const { header, rows } = await readUpload(bytes)
  const lines = linesOf({ format: formatOf(header), header, fields: fieldsOf(header), rows })
  return unitsOf(lines, nothing).map(({ draft, errors }) => ({
    ...draft,
    variants: draft.variants.map(({ row: _, ...variant }) => variant),
    errors: errors.map(({ message }) => message),
  }))
}

describe('a file of another shop', () => {
  test('Shopify: variants under a handle, words of options on the first row, more pictures on rows of their own', async () => {
    const csv = `Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status
keten-elbise,Keten Elbise,"<p>Hafif; serin.</p><ul><li>Kuşaklı</li></ul>",Elbise,TRUE,Renk,Kum,Beden,S,KE-S,3,899.90,1099.90,8690001,https://cdn.example.com/a.jpg,active
keten-elbise,,,,,,Kum,,M,KE-M,0,899.90,1099.90,,https://cdn.example.com/b.jpg?v=1,
keten-elbise,,,,,,,,,,,,,,https://cdn.example.com/c.jpg,
kart,Hediye Kartı,Metin,Kart,TRUE,Title,Default Title,,,HK,1,100,,,,draft
`
    expect(await draftsIn(bytesOf(csv))).toEqual([
      {
        name: 'Keten Elbise',
        slug: 'keten-elbise',
        description: 'Hafif; serin.\n• Kuşaklı',
        category: 'Elbise',
        published: true,
        originalPriceKurus: 109_990,
        images: ['https://cdn.example.com/a.jpg', 'https://cdn.example.com/b.jpg?v=1', 'https://cdn.example.com/c.jpg'],
        variants: [
          { sku: 'KE-S', barcode: '8690001', color: 'Kum', size: 'S', priceKurus: 89_990, stock: 3 },
          { sku: 'KE-M', color: 'Kum', size: 'M', priceKurus: 89_990, stock: 0 },
        ],
        errors: [],
      },
      expect.objectContaining({
        name: 'Hediye Kartı',
        published: false,
        variants: [{ sku: 'HK', priceKurus: 10_000, stock: 1 }],
      }),
    ])
  })

  test('WooCommerce: the parent says what the product is, its variations what there is of it', async () => {
    const csv = `ID,Type,SKU,Name,Published,Short description,Description,Stock,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
10,variable,KE,Keten Elbise,1,Kısa,Uzun metin,,,,"Giyim > Elbise, Yeni",https://a.example/1.jpg,,Beden,"S, M",Renk,Kum
11,variation,KE-S,Keten Elbise - S,1,,,4,799,999,,,KE,Beden,S,Renk,Kum
12,variation,KE-M,Keten Elbise - M,1,,,2,,999,,,KE,Beden,M,Renk,Kum
`
    expect(await draftsIn(bytesOf(csv))).toEqual([
      {
        name: 'Keten Elbise',
        description: 'Uzun metin',
        category: 'Giyim > Elbise, Yeni',
        published: true,
        originalPriceKurus: 99_900,
        images: ['https://a.example/1.jpg'],
        variants: [
          { sku: 'KE-S', color: 'Kum', size: 'S', priceKurus: 79_900, stock: 4 },
          { sku: 'KE-M', color: 'Kum', size: 'M', priceKurus: 99_900, stock: 2 },
        ],
        errors: [],
      },
    ])
  })

  test('ikas: its group joins the rows, stock of several stores is summed, deleted rows are left out', async () => {
    const csv = `Ürün Grup ID;Varyant ID;İsim;Açıklama;Satış Fiyatı;İndirimli Fiyatı;Barkod Listesi;SKU;Silindi mi?;Kategoriler;Resim URL;Slug;Stok:Ana Depo;Stok:Mağaza;Varyant Tip 1;Varyant Değer 1;Varyant Tip 2;Varyant Değer 2
g1;v1;Keten Elbise;<p>Metin</p>;1299,9;;8690001,8690002;KE-S;FALSE;Elbise;"https://a.example/1.jpg;https://a.example/2.jpg";keten-elbise;2;3;Renk;Kum;Beden;S
g1;v2;Keten Elbise;;1299,9;999;;KE-M;FALSE;;;;0;1;Renk;Kum;Beden;M
g1;v3;Keten Elbise;;1299,9;;;KE-L;TRUE;;;;9;9;Renk;Kum;Beden;L
`
    const [draft, ...others] = await draftsIn(bytesOf(csv))
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      slug: 'keten-elbise',
      images: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    })
    expect(draft).toMatchObject({ originalPriceKurus: 129_990, errors: [] })
    expect(draft?.variants).toEqual([
      { sku: 'KE-S', barcode: '8690001', color: 'Kum', size: 'S', priceKurus: 129_990, stock: 5 },
      { sku: 'KE-M', color: 'Kum', size: 'M', priceKurus: 99_900, stock: 1 },
    ])
  })

  test('Ticimax in Windows-1254: the code of the product repeats, each variant gets one of its own', async () => {
    const csv =
      `URUNKARTIID;STOKKODU;VARYASYONKODU;BARKOD;URUNADI;ACIKLAMA;KATEGORILER;STOKADEDI;SATISFIYATI;INDIRIMLIFIYAT;KDVORANI;KDVDAHIL;URUNAKTIF;VARYASYON
7;KE;;8690001;KETEN ELB\u0130SE;Metin;Kad\u0131n>Elbise;4;1.299,90;0;10;1;1;Renk Se\u00e7iniz;KUM,Beden Se\u00e7iniz;S
`.replace('KUM,Beden Se\u00e7iniz;S', 'KUM,Beden Se\u00e7iniz;S')
    // The variation holds semicolons, so it is quoted, as Excel writes it.
    const quoted = csv.replace(/Renk Se.*S\n/, '"Renk Se\u00e7iniz;KUM,Beden Se\u00e7iniz;S"\n')
    const more = `${quoted}7;KE;;8690002;KETEN ELB\u0130SE;;;1;1.299,90;999;10;1;1;"Renk Se\u00e7iniz;KUM,Beden Se\u00e7iniz;M"\n`
    const turkish: Record<string, number> = { \u0130: 0xdd, \u0131: 0xfd, \u00e7: 0xe7 }
    const bytes = Uint8Array.from(more, (letter) => turkish[letter] ?? letter.charCodeAt(0))
    expect(await draftsIn(bytes)).toMatchObject([
      {
        name: 'KETEN ELB\u0130SE',
        category: 'Kad\u0131n>Elbise',
        vatRate: '10',
        published: true,
        originalPriceKurus: 129_990,
        variants: [
          { sku: '8690001', color: 'KUM', size: 'S', priceKurus: 129_990, stock: 4 },
          { sku: '8690002', color: 'KUM', size: 'M', priceKurus: 99_900, stock: 1 },
        ],
        errors: [],
      },
    ])
  })

  test('a Google feed: items of a group are one product', async () => {
    const xml = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Mağaza</title>
<item><g:id>KE-S</g:id><g:item_group_id>KE</g:item_group_id><title><![CDATA[Keten & Elbise]]></title><description>Metin &amp; söz</description>
<g:price>1299.90 TRY</g:price><g:sale_price>999.00 TRY</g:sale_price><g:gtin>8690001</g:gtin><g:color>Kum</g:color><g:size>S</g:size>
<g:product_type>Giyim &gt; Elbise</g:product_type><g:image_link>https://a.example/1.jpg</g:image_link>
<g:additional_image_link>https://a.example/2.jpg</g:additional_image_link><g:additional_image_link>https://a.example/3.jpg</g:additional_image_link></item>
<item><g:id>KE-M</g:id><g:item_group_id>KE</g:item_group_id><title>Keten</title><g:price>1299.90 TRY</g:price><g:size>M</g:size><g:color>Kum</g:color></item>
</channel></rss>`
    expect(await draftsIn(bytesOf(xml))).toEqual([
      {
        name: 'Keten & Elbise',
        description: 'Metin & söz',
        category: 'Giyim > Elbise',
        originalPriceKurus: 129_990,
        images: ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'],
        variants: [
          { sku: 'KE-S', barcode: '8690001', color: 'Kum', size: 'S', priceKurus: 99_900 },
          { sku: 'KE-M', color: 'Kum', size: 'M', priceKurus: 129_990 },
        ],
        errors: [],
      },
    ])
  })
})

describe('a cell', () => {
  test.for<[string | number, number | undefined]>([
    ['₺1.299,00', 129_900],
    ['1.299,90 TL', 129_990],
    ['1299.9', 129_990],
    ['1,299.90', 129_990],
    ['1299.9000', 129_990],
    ['899.9000', 89_990],
    ['1299.900', 129_990],
    ['0,500', 50],
    // A mark before three digits parts thousands, also where they end with a nought.
    ['1.290', 129_000],
    ['12.500', 1_250_000],
    ['1.000', 100_000],
    ['1.299', 129_900],
    [1299.9, 129_990],
    ['0', undefined],
  ])('%s is a price', ([cell, kurus]) => expect(priceOf(cell)).toBe(kurus))

  test.for([['abc'], ['-5'], ['1,2,3'], [0.001]])('%s is no price', ([cell = '']) =>
    expect(() => priceOf(cell)).toThrow(Unreadable),
  )

  test('says numbers of pieces, states, rates, care and pictures in many ways', () => {
    expect([stockOf('1.250'), stockOf('5,0'), stockOf(7)]).toEqual([1250, 5, 7])
    expect(() => stockOf('1,5')).toThrow('tam sayı')
    expect(['Yayında', 'TRUE', '1', 'Evet', true].map(switchOf)).toEqual([true, true, true, true, true])
    expect(['Taslak', 'archived', 0, 'hayır', '-1'].map(switchOf)).toEqual([false, false, false, false, false])
    expect(['%20', 0.2, '10', 1].map(vatOf)).toEqual(['20', '20', '10', '1'])
    expect(careTextOf('Ütülenmez; 30 °C’de yıkanır')).toBe('wash-30, no-iron')
    expect(careTextOf('Nemli bezle silinir, yıkanmaz')).toBe('wipe')
    expect(careTextOf('wash-30,no-iron')).toBe('wash-30, no-iron')
    expect(listOf('a.jpg, b.jpg;c.jpg')).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(listOf('https://a/1,2.jpg, https://a/3.jpg')).toEqual(['https://a/1,2.jpg', 'https://a/3.jpg'])
    expect(textOf("'=1+1")).toBe('=1+1')
    expect(plainTextOf('A &amp; B < C')).toBe('A & B < C')
    expect(amountInCell('yok')).toBeUndefined()
  })
})

test('a row with more cells than there are columns is wrong: its amount was cut at a comma', async () => {
  const csv = 'SKU,Ürün adı,Fiyat,Stok\nA-1,Keten Elbise,1299,90,3\nA-2,Poplin Gömlek,899,3,,\n'
  const [cut, whole] = await draftsIn(bytesOf(csv))
  expect(cut?.errors).toEqual([expect.stringContaining('çift tırnak')])
  expect(whole).toMatchObject({ variants: [{ priceKurus: 89_900, stock: 3 }], errors: [] })
})

test.for([';', '\t'])(
  'columns cut by %j are known by the names that lists of shops have, below a title too',
  async (mark) => {
    const csv =
      'Kış Sezonu Ürün Listesi\nÜrün Kodu;Ürün Başlığı;Rengi;Bedeni;Satış Fiyatı (KDV Dahil);Stok Adeti\nKE-S;Keten Elbise;Kum;S;1.299,90;3\nKE-M;Keten Elbise;Kum;M;yok;3\n'
    const { header, rows, above } = await readUpload(bytesOf(csv.replaceAll(';', mark)))
    expect(fieldsOf(header)).toEqual(['sku', 'name', 'color', 'size', 'price', 'stock'])
    const lines = linesOf({ format: formatOf(header), header, fields: fieldsOf(header), rows, above })
    expect(lines[0]?.variant).toEqual({ sku: 'KE-S', color: 'Kum', size: 'S', priceKurus: 129_990, stock: 3 })
    expect(lines[1]?.errors, 'the row as a spreadsheet counts it').toMatchObject([{ row: 4 }])
  },
)

test.for([
  ['Fiyatı', 'price'],
  ['Satış Fiyatı', 'price'],
  ['Birim Fiyat (TL)', 'price'],
  ['Kampanyalı Fiyat', 'salePrice'],
  ['Eski Fiyatı', 'originalPrice'],
  ['Mevcut Stok', 'stock'],
  ['Barkodu', 'barcode'],
])('%s is known', ([title, field]) => {
  expect(fieldsOf([title ?? ''])).toEqual([field])
})

test('whether there is stock is no number of pieces', () => {
  expect(fieldsOf(['Stok Adedi', 'Stok Durumu'])).toEqual(['stock', null])
})

test('a head of which no column is known stays the first row', async () => {
  const { header, above } = await readUpload(bytesOf('Kod;Bilgi;Tutar\nKE-S;S;100\nKE-M;M;200\n'))
  expect([header, above]).toEqual([['Kod', 'Bilgi', 'Tutar'], 0])
})

test('the shape of a head is the same in any order, and a file of mistakes has that of its file', () => {
  expect(headerKeyOf(['SKU', 'Ürün adı', ''])).toBe(headerKeyOf(['Hata', 'urun ADI', 'sku']))
})
