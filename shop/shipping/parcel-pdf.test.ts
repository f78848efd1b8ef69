import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { aLogo } from '#test/documents/logo.ts'
import { drawnInPdf, textOfPdf } from '#test/pdf.ts'
import { test } from '#test/shop.ts'
import { aToldSale } from '#test/told-sale.ts'
import type { Ctx } from '../ctx.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { findPaperLogo } from '../settings/face/logos.ts'
import { modulesOf } from './barcode.ts'
import { addressLabelsPdf } from './label-pdf.ts'
import { packingSlipsPdf } from './slip-pdf.ts'

const sender = {
  shop: 'Butik',
  merchantTitle: 'Butik Tekstil Ltd.',
  address: 'Nar Sokak 1, İzmir',
  phone: '0232 111 22 33',
}

const said = (note = '') => ({ note, lead: '', parts: [] })

async function aParcel(ctx: Ctx, more: Partial<Order> = {}): Promise<Order> {
  const [order] = await withItems(ctx, [await (await aToldSale(ctx)).order()])
  const [item] = order?.items ?? []
  if (!order || !item) throw new Error('nothing was ordered')
  const id = '00000000-0000-7000-8000-0000abcdef12'
  const named = { ...item, productName: 'Keten Elbise', sku: 'SKU-1', quantity: 3, refundedQuantity: 1 }
  return { ...order, id, items: [named], ...more }
}

describe('what is printed lies where it was approved', () => {
  test('a packing slip of a parcel of which pieces stay here', async ({ ctx }) => {
    const parcel = await aParcel(ctx, { status: 'PREPARED' })
    const items = parcel.items.map((item) => ({ ...item, returningQuantity: 1 }))
    const slip = async (order: Order) => textOfPdf(await packingSlipsPdf([order], sender, said(), new Map())).join(' ')
    expect(await slip({ ...parcel, items })).toContain('Toplam 1 adet')
    expect(await slip({ ...parcel, items, status: 'DELIVERED' }), 'it was in it').toContain('Toplam 2 adet')
  })

  test('a packing slip', async ({ ctx }) => {
    const parcel = await aParcel(ctx, { carrier: 'yurtici', trackingNumber: '123' })
    const pdf = await packingSlipsPdf([parcel], sender, said('Güle güle giyin.'), new Map())
    expect(textOfPdf(pdf)).toMatchInlineSnapshot(`
      [
        "Butik Sipariş #ABCDEF12 20 Kasım 2026 Teslimat adresi Ayşe Yılmaz Bağdat Caddesi 1/2, Kadıköy 34710 İstanbul 0532 111 22 33 Kargo Yurtiçi Kargo Takip no: 123 Ürün Stok kodu Renk Beden Adet Keten Elbise SKU-1 Kum S 2 Toplam 2 adet Not Güle güle giyin.",
      ]
    `)
    expect(drawnInPdf(pdf)).toMatchInlineSnapshot(`
      [
        [
          "page 0 0 595.28 841.89",
          "F2 26 rgb(31,26,23) at 48 766.954",
          "F3 14 rgb(31,26,23) at 434.104 777.89",
          "F4 10 rgb(107,98,91) at 487.69 763.326",
          "line from 48 123.824 to 547.28 123.824",
          "F4 9 rgb(107,98,91) at 48 699.066",
          "F3 12 rgb(31,26,23) at 48 684.132",
          "F4 11 rgb(31,26,23) at 48 669.22",
          "F4 11 rgb(31,26,23) at 48 654.634",
          "F4 11 rgb(31,26,23) at 48 640.048",
          "F4 9 rgb(107,98,91) at 309.64 699.066",
          "F4 11 rgb(31,26,23) at 309.64 685.132",
          "F4 11 rgb(31,26,23) at 309.64 670.546",
          "F4 9 rgb(107,98,91) at 98 604.462",
          "F4 9 rgb(107,98,91) at 241.28 604.462",
          "F4 9 rgb(107,98,91) at 363.28 604.462",
          "F4 9 rgb(107,98,91) at 449.28 604.462",
          "F4 9 rgb(107,98,91) at 529.973 604.462",
          "line from 48 244.362 to 547.28 244.362",
          "F4 11 rgb(31,26,23) at 98 579.528",
          "F4 11 rgb(31,26,23) at 241.28 579.528",
          "F4 11 rgb(31,26,23) at 363.28 579.528",
          "F4 11 rgb(31,26,23) at 449.28 579.528",
          "F4 11 rgb(31,26,23) at 541.813 579.528",
          "line from 48 269.948 to 547.28 269.948",
          "F3 11 rgb(31,26,23) at 480.521 552.942",
          "F4 9 rgb(107,98,91) at 48 520.356",
          "F4 11 rgb(31,26,23) at 48 506.422",
        ],
      ]
    `)
  })

  test('an address label', async ({ ctx }) => {
    const parcel = await aParcel(ctx, { carrier: 'yurtici', trackingNumber: '123' })
    const pdf = await addressLabelsPdf([parcel], sender, '10x15')
    expect(textOfPdf(pdf)).toMatchInlineSnapshot(`
      [
        "Gönderen Butik Butik Tekstil Ltd. Nar Sokak 1, İzmir 0232 111 22 33 Alıcı Ayşe Yılmaz Bağdat Caddesi 1/2, Kadıköy 34710 İstanbul 0532 111 22 33 Yurtiçi Kargo · 123 Sipariş #ABCDEF12",
      ]
    `)
    expect(drawnInPdf(pdf)).toMatchInlineSnapshot(`
      [
        [
          "page 0 0 283.46 425.2",
          "F2 9 rgb(107,98,91) at 20 396.2",
          "F2 8.5 rgb(31,26,23) at 20 384.766",
          "F2 8.5 rgb(31,26,23) at 20 373.495",
          "F2 8.5 rgb(31,26,23) at 20 362.224",
          "F2 8.5 rgb(31,26,23) at 20 350.953",
          "line from 20 83.018 to 263.46 83.018",
          "F2 9 rgb(107,98,91) at 20 325.182",
          "F3 18 rgb(31,26,23) at 20 304.248",
          "F2 16 rgb(31,26,23) at 20 282.38",
          "F2 16 rgb(31,26,23) at 20 261.164",
          "F2 16 rgb(31,26,23) at 20 239.948",
          "line from 20 259.2 to 263.46 259.2",
          "F3 10.5 rgb(31,26,23) at 20 107.5",
          "line from 20 331.2 to 263.46 331.2",
          "F3 12 rgb(31,26,23) at 20 32",
        ],
      ]
    `)
  })

  test('a label in A6', async ({ ctx }) => {
    expect(drawnInPdf(await addressLabelsPdf([await aParcel(ctx)], sender, 'a6'))).toMatchInlineSnapshot(`
      [
        [
          "page 0 0 297.64 419.53",
          "F2 9 rgb(107,98,91) at 20 390.53",
          "F2 8.5 rgb(31,26,23) at 20 379.096",
          "F2 8.5 rgb(31,26,23) at 20 367.825",
          "F2 8.5 rgb(31,26,23) at 20 356.554",
          "F2 8.5 rgb(31,26,23) at 20 345.283",
          "line from 20 83.018 to 277.64 83.018",
          "F2 9 rgb(107,98,91) at 20 319.512",
          "F3 18 rgb(31,26,23) at 20 298.578",
          "F2 16 rgb(31,26,23) at 20 276.71",
          "F2 16 rgb(31,26,23) at 20 255.494",
          "F2 16 rgb(31,26,23) at 20 234.278",
          "line from 20 325.53 to 277.64 325.53",
          "F3 12 rgb(31,26,23) at 20 32",
        ],
      ]
    `)
  })
})

describe('with a logo of the shop’s own', () => {
  for (const kind of ['svg', 'png'] as const)
    test(`that came as ${kind}, a slip shows it in place of the name, once for all pages, and a label beside the sender`, async ({
      ctx,
    }) => {
      const logo = await findPaperLogo(ctx, await aLogo(ctx, kind))
      const parcel = await aParcel(ctx)
      const own = { ...sender, ...(logo && { logo }) }
      const slips = await packingSlipsPdf([parcel, parcel], own, said(), new Map())
      for (const page of drawnInPdf(slips)) expect(page[1]).toBe('picture of 168 by 56 at 48 104')
      expect(slips.toString('latin1').match(/\/SMask/g)).toHaveLength(1)
      expect(textOfPdf(slips)[0]).toMatch(/^Sipariş #ABCDEF12/)
      const label = await addressLabelsPdf([parcel], own, '10x15')
      expect(drawnInPdf(label)[0]).toContain('picture of 86 by 28.666667 at 177.46 48.666667')
      expect(textOfPdf(label)[0]).toContain('Gönderen Butik Butik Tekstil Ltd. Nar Sokak 1, İzmir')
    })

  test('a label of a long sender’s address has no room for it', async ({ ctx }) => {
    const logo = await findPaperLogo(ctx, await aLogo(ctx, 'png'))
    const long = { ...sender, ...(logo && { logo }), address: 'Ağaçlıköy Mahallesi Şehit Öğretmen Sokağı '.repeat(4) }
    const [page = []] = drawnInPdf(await addressLabelsPdf([await aParcel(ctx)], long, 'a6'))
    expect(page.filter((drawn) => drawn.startsWith('picture'))).toEqual([])
  })
})

test('a slip without a note or carrier shows neither, and nothing of what went back', async ({ ctx }) => {
  const parcel = await aParcel(ctx)
  const [item] = parcel.items
  if (!item) throw new Error('no item')
  const back = { ...item, productName: 'Kemer', quantity: 1, refundedQuantity: 1 }
  const [page = ''] = textOfPdf(await packingSlipsPdf([{ ...parcel, items: [item, back] }], sender, said(), new Map()))
  expect(page).toContain('Keten Elbise SKU-1 Kum S 2 Toplam 2 adet')
  expect(page).not.toMatch(/Kemer|Not|Kargo/)
})

test('pieces of one kind are one line of a slip, however a discount was shared among them', async ({ ctx }) => {
  const parcel = await aParcel(ctx)
  const [item] = parcel.items
  if (!item) throw new Error('no item')
  const items = [item, { ...item, quantity: 3, refundedQuantity: 0, unitPriceKurus: item.unitPriceKurus + 1 }]
  const other = { ...item, size: 'M', quantity: 1, refundedQuantity: 0 }
  const slip = await packingSlipsPdf([{ ...parcel, items: [...items, other] }], sender, said(), new Map())
  expect(textOfPdf(slip)[0]).toContain('Adet Keten Elbise SKU-1 Kum S 5 Keten Elbise SKU-1 Kum M 1 Toplam 6 adet')
})

test('a long list goes on on the next page, no line of it cut in two, nor the note', async ({ ctx }) => {
  const parcel = await aParcel(ctx)
  const [item] = parcel.items
  if (!item) throw new Error('no item')
  const kinds = (n: number) => Array.from({ length: n }, (_, i) => ({ ...item, sku: `SKU-${i}` }))
  const long = (lines: number) => ({ ...parcel, items: kinds(lines) })
  const pages = async (lines: number, note = '') =>
    textOfPdf(await packingSlipsPdf([long(lines)], sender, said(note), new Map())).map(
      (page) => page.split('Keten Elbise').length - 1,
    )
  expect(await pages(60)).toMatchInlineSnapshot(`
    [
      21,
      28,
      11,
    ]
  `)
  const note = 'Bir satırlık bir not. '.repeat(30)
  expect(
    textOfPdf(await packingSlipsPdf([long(18)], sender, said(note), new Map())).map((page) =>
      page.includes('Bir satırlık'),
    ),
  ).toMatchInlineSnapshot(`
    [
      false,
      true,
    ]
  `)
})

test.for([
  [4, 18, 16],
  [8, 14, 12],
  [12, 12.5, 10.5],
  [16, 11, 9],
  [24, 10, 8],
  [40, 9, 7],
] as const)(
  'an address %i times as long leaves room for a name in %i points and itself in %i',
  async ([times, name, text], { ctx }) => {
    const parcel = await aParcel(ctx, { address: 'Ağaçlıköy Mahallesi Şehit Öğretmen Sokağı '.repeat(times).trim() })
    const [page = []] = drawnInPdf(await addressLabelsPdf([parcel], sender, 'a6'))
    const sizes = page.map((drawn) => Number(/ ([\d.]+) rgb/.exec(drawn)?.[1] ?? 0))
    // After the sender, a line and a caption; before the line and the number of the order.
    const [first, ...rest] = sizes.slice(8, sizes.lastIndexOf(0))
    expect([first, new Set(rest)]).toEqual([name, new Set([text])])
  },
)

test('an address label says in capitals what is to be collected at the door, and only while it is', async ({ ctx }) => {
  const label = async (more: Partial<Order>) => {
    const [text] = textOfPdf(await addressLabelsPdf([await aParcel(ctx, more)], sender, '10x15'))
    return text?.replace(/\u00a0/g, ' ')
  }
  const atDoor = { paymentMethod: 'CASH_ON_DELIVERY', totalKurus: 124_800 } as const
  expect(await label({ ...atDoor, paymentStatus: 'CASH_ON_DELIVERY' })).toContain('KAPIDA TAHSİL EDİLECEK: 1.248,00 TL')
  expect(await label({ ...atDoor, paymentStatus: 'SUCCESS' })).not.toContain('TAHSİL')
  expect(await label({})).not.toContain('TAHSİL')
})

test('a slip shows each piece’s picture, and says the shop’s own words', async ({ ctx }) => {
  const parcel = await aParcel(ctx)
  const [item] = parcel.items
  if (!item) throw new Error('no item')
  const image = { id: 'a', width: 1200, height: 1500, tone: '#fff' }
  const photo = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#c9a' } })
    .jpeg()
    .toBuffer()
  const words = {
    ...said(),
    lead: 'Teşekkür ederiz.',
    parts: [{ title: 'İade', blocks: [{ steps: ['Bize yazın.'] }] }],
  }
  const slip = (pictures: Map<string, Buffer>) =>
    packingSlipsPdf([{ ...parcel, items: [{ ...item, image }] }], sender, words, pictures)
  const pdf = await slip(new Map([['a', photo]]))
  expect(textOfPdf(pdf)[0]).toContain('Toplam 2 adet Teşekkür ederiz. İade 1. Bize yazın.')
  expect([pdf, await slip(new Map())].map((one) => one.includes('/Subtype /Image'))).toEqual([true, false])
})

test('a barcode is Code 128: ends as the standard wants, its check sign right', () => {
  // Start B, 'A', check (104 + 33) mod 103 = 34, stop, by the table of ISO/IEC 15417.
  expect(modulesOf('A')).toBe('11010010000' + '10100011000' + '10001011000' + '1100011101011')
})
