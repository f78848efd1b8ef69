import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { test } from '#test/shop.ts'
import { readStatement } from '../transfer/statement/statements.ts'
import type { StatementMeaning } from './contract.ts'
import { sheetColumns } from './schema.ts'

type Said = (StatementMeaning | null)[]

const read = (ctx: Ctx, csv: string, said?: Said) => readStatement(ctx, 'ekstre', new TextEncoder().encode(csv), said)
const shown = async (ctx: Ctx, csv: string, said?: Said) => {
  const { lines, table } = await read(ctx, csv, said)
  return { knownBy: table.knownBy, lines: lines.map(({ day, amountKurus, text }) => [day, amountKurus, text]) }
}

const unknown = 'Hesap Hareketleri;;;\nGün;Ne;Ne kadar;Kalan\n23.11.2026;HAVALE K7M4QX;1.299,00;5.000,00\n'
const said: Said = ['day', 'text', 'amount', 'balance']

describe('columns whose titles say nothing', () => {
  test('are shown with their first values, and nothing is read', async ({ ctx }) => {
    const { lines, table } = await read(ctx, unknown)
    expect(lines).toEqual([])
    expect(table).toEqual({
      titles: ['Gün', 'Ne', 'Ne kadar', 'Kalan'],
      rows: [['23.11.2026', 'HAVALE K7M4QX', '1.299,00', '5.000,00']],
      columns: [null, null, null, null],
      knownBy: 'unknown',
    })
  })

  test('are said once: the next of that bank is read so, another bank’s of the same width is not', async ({ ctx }) => {
    const wanted = { knownBy: 'hand', lines: [['2026-11-23', 129_900, 'HAVALE K7M4QX']] }
    expect(await shown(ctx, unknown, said)).toEqual(wanted)
    expect(await shown(ctx, unknown)).toEqual(wanted)
    const next = 'Gün;Ne;Ne kadar;Kalan\n24.11.2026;EFT ELİF;10,00;1,00\n'
    expect((await shown(ctx, next)).lines).toEqual([['2026-11-24', 1_000, 'EFT ELİF']])
    expect((await shown(ctx, next.replace('Ne;', 'Kim;'))).knownBy).toBe('unknown')
  })

  test('can be said anew, and no line is named anew by that', async ({ ctx }) => {
    const [first] = (await read(ctx, unknown, ['day', null, 'amount', null])).lines
    const [again] = (await read(ctx, unknown, said)).lines
    expect([first?.text, again?.text]).toEqual(['', 'HAVALE K7M4QX'])
    expect(again?.key).toBe(first?.key)
    expect(await ctx.db.select().from(sheetColumns)).toMatchObject([{ columns: said }])
  })

  test('of a list without any titles are kept by how many there are', async ({ ctx }) => {
    const bare = '23.11.2026;HAVALE;10,00\n24.11.2026;EFT;-5,00\n'
    expect((await read(ctx, bare)).table).toMatchObject({ titles: ['', '', ''], knownBy: 'unknown' })
    await read(ctx, bare, ['day', 'text', 'amount'])
    expect(await shown(ctx, '25.11.2026;FAST;7,00\n')).toEqual({
      knownBy: 'hand',
      lines: [['2026-11-25', 700, 'FAST']],
    })
    expect((await shown(ctx, 'a;b;c\n7,00;FAST;25.11.2026\n')).knownBy, 'another order').toBe('unknown')
  })
})

describe('what the owner says', () => {
  test('comes before what titles say', async ({ ctx }) => {
    const csv = 'Tarih;Açıklama;Tutar;Gerçek\n23.11.2026;HAVALE;1,00;10,00\n'
    expect(await shown(ctx, csv)).toEqual({ knownBy: 'title', lines: [['2026-11-23', 100, 'HAVALE']] })
    const [byTitle] = (await read(ctx, csv)).lines
    const [byHand] = (await read(ctx, csv, ['day', 'text', null, 'amount'])).lines
    expect(byHand).toMatchObject({ amountKurus: 1_000, key: byTitle?.key })
    expect((await shown(ctx, csv)).lines).toEqual([['2026-11-23', 1_000, 'HAVALE']])
  })

  test.for([
    ['no day', [null, 'text', 'amount', null], 'Tarih sütununu seçin'],
    ['no amount', ['day', 'text', 'debit', 'balance'], 'Tutar ya da gelen tutar sütununu seçin'],
    ['a day that is none', ['amount', 'day', null, null], 'Seçtiğiniz sütunlarla hiçbir satır okunamadı'],
  ] as [string, Said, string][])('with %s is refused and not kept', async ([, wrong, sentence], { ctx }) => {
    const refusal = { code: 'INVALID', fields: { columns: [expect.stringContaining(sentence)] } }
    await expect(read(ctx, unknown, wrong)).rejects.toMatchObject(refusal)
    expect(await ctx.db.select().from(sheetColumns)).toEqual([])
  })

  test('may be a column that tells which way an amount without a sign went', async ({ ctx }) => {
    const csv = 'Gün;Metin;Kaç TL;B/A\n23.11.2026;Kira;10,00;B\n23.11.2026;HAVALE;12,00;A\n'
    expect(await shown(ctx, csv, ['day', 'text', 'amount', 'direction'])).toEqual({
      knownBy: 'hand',
      lines: [['2026-11-23', 1_200, 'HAVALE']],
    })
    const titled = 'Tarih;Tutar;Borç/Alacak\n23.11.2026;10,00;Borç\n23.11.2026;12,00;Alacak\n'
    expect((await shown(ctx, titled)).lines).toEqual([['2026-11-23', 1_200, '']])
    const single = 'Tarih;Açıklama;Borç/Alacak\n23.11.2026;HAVALE;12,00\n'
    expect((await shown(ctx, single)).lines).toEqual([['2026-11-23', 1_200, 'HAVALE']])
  })
})
