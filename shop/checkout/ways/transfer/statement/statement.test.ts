import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { workbook } from '#test/documents/workbook.ts'
import { test } from '#test/shop.ts'
import { kurusOf } from '../../../../sheets/cells.ts'
import type { Cell as WrittenCell } from '../../../../xlsx.ts'
import type { WaitingTransfer } from '../receipts.ts'
import { matchOf, namedBy } from './matches.ts'
import { readStatement } from './statements.ts'

const text = (csv: string) => new TextEncoder().encode(csv)
const read = (ctx: Ctx, bytes: Uint8Array) => readStatement(ctx, 'ekstre', bytes)
const linesIn = async (ctx: Ctx, bytes: Uint8Array) =>
  (await read(ctx, bytes)).lines.map(({ day, amountKurus, text }) => ({ day, amountKurus, text }))

test.for([
  ['1.299,00', 129_900],
  ['1299.00', 129_900],
  ['1,299.50', 129_950],
  ['+1.299,5 TL', 129_950],
  ['₺ 45', 4_500],
  ['1.000', 100_000],
  ['-250,00', -25_000],
  ['12.345.678,90', 1_234_567_890],
  [1299.9, 129_990],
  ['Toplam', undefined],
  ['', undefined],
] as const)('an amount: %s', ([cell, kurus]) => {
  expect(kurusOf(cell)).toBe(kurus)
})

describe('a statement', () => {
  const wanted = [{ day: '2026-11-23', amountKurus: 129_900, text: 'HAVALE K7M4QX AYŞE YILMAZ' }]

  test('is read with semicolons and Turkish Windows letters, below lines that are about the account', async ({
    ctx,
  }) => {
    const csv =
      'Hesap;12345\r\nTarih;Açıklama;Tutar;Bakiye\r\n23.11.2026;HAVALE K7M4QX AYŞE YILMAZ;1.299,00;5.000,00\r\n24.11.2026;Kira;-900,00;4.100,00\r\n'
    const turkish: Record<string, number> = { ç: 0xe7, ı: 0xfd, Ş: 0xde, Ç: 0xc7 }
    const bytes = Uint8Array.from(csv, (letter) => turkish[letter] ?? letter.charCodeAt(0))
    expect(await linesIn(ctx, bytes)).toEqual(wanted)
  })

  test('is read with commas, quotes, a mark of UTF-8, and money that came in a column of its own', async ({ ctx }) => {
    const csv =
      '\uFEFFİşlem Tarihi,Gönderen,Borç,Alacak\n2026-11-23 14:05,"HAVALE K7M4QX AYŞE YILMAZ",,"1,299.00"\n2026-11-23,Vergi,100,\n'
    expect(await linesIn(ctx, text(csv))).toEqual(wanted)
  })

  test('is read from a workbook with dates and numbers of Excel', async ({ ctx }) => {
    const rows: WrittenCell[][] = [[{ day: '2026-11-23' }, 'HAVALE K7M4QX AYŞE YILMAZ', { kurus: 129_900 }]]
    expect(await linesIn(ctx, await workbook(['Tarih', 'Açıklama', 'İşlem Tutarı'], rows))).toEqual(wanted)
  })

  test('names its lines the same in every copy, two alike apart', async ({ ctx }) => {
    const head = 'Tarih;Açıklama;Tutar\n'
    const [one, other] = ['23.11.2026;Havale;10,00\n', '24.11.2026;Havale;10,00\n']
    const keys = async (csv: string) => (await read(ctx, text(csv))).lines.map(({ key }) => key)
    const [first, again, next] = await keys(head + one + one + other)
    expect(new Set([first, again, next])).toHaveLength(3)
    expect(await keys(head + other)).toEqual([next])
    expect(await keys(`Tarih;Açıklama;Tutar\n23/11/2026;HAVALE;"10.00"\n`)).toEqual([first])
  })

  test.for([
    ['no table', 'yalnızca bir yazı'],
    ['no amount', 'Tarih;Açıklama\n23.11.2026;Havale'],
    ['an old workbook', '\u00d0\u00cf\u0011\u00e0'],
    ['a broken workbook', 'PK\u0003\u0004 nothing'],
  ])('that is %s is refused with a sentence', async ([, content = ''], { ctx }) => {
    const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0))
    await expect(read(ctx, bytes)).rejects.toMatchObject({
      code: 'INVALID',
      fields: { file: [expect.stringMatching(/\.$/)] },
    })
  })
})

describe('a line is matched', () => {
  const waits = (reference: string, customer: string, amountKurus: number): WaitingTransfer => ({
    orderId: `01a20970-3261-71b1-bf17-4addd487${reference.length}${amountKurus % 10}31`,
    ...{ reference, customer, amountKurus, phone: '', receivedKurus: 0, deadline: new Date(0), createdAt: new Date(0) },
  })
  const [ayse, elif, other] = [
    waits('K7M4QX', 'Ayşe Yılmaz', 10_001),
    waits('ABCDEF', 'Elif Işık', 10_002),
    waits('PQRSTU', 'Zeynep Ak', 10_002),
  ]
  const paid = { reference: 'WWWWW2', orderId: 'paid' }
  const of = (text: string, amountKurus: number) => {
    const [line, waiting] = [{ key: '', day: '', text, amountKurus }, [ayse, elif, other]]
    return matchOf(line, waiting, namedBy(line, waiting, [paid]))
  }

  test('by its reference, however it was written, whatever the amount', () => {
    expect(of('gelen havale k7m4qx', 500)).toEqual({ orderId: ayse.orderId, certainty: 'sure' })
    expect(of('K7M 4QX', 500)?.certainty).toBe('sure')
    expect(of('K7M4QX ve ABCDEF', 20_003), 'two references: the owner decides').toBeUndefined()
    expect(of('K7M4QX ve ABCDEF', 10_001), 'whatever the amount').toBeUndefined()
    expect(of('AYŞE YILMAZ WWWWW2', 10_001), 'the reference of an order that is paid').toBeUndefined()
  })

  test('by name and amount, then by an amount that is nobody else’s', () => {
    expect(of('FAST ELİF IŞIK', 10_002)).toEqual({ orderId: elif.orderId, certainty: 'likely' })
    expect(of('FAST ELİF IŞIK', 10_003), 'the amount is another').toBeUndefined()
    expect(of('FAST', 10_001)).toEqual({ orderId: ayse.orderId, certainty: 'possible' })
    expect(of('FAST', 10_002), 'two wait for it').toBeUndefined()
  })
})
