import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { literal } from './like.ts'

test('a text is found letter by letter, whatever its signs mean to LIKE', async ({ ctx }) => {
  const finds = async (text: string, words: string) => {
    const { rows } = await ctx.db.execute<{ found: boolean }>(
      sql`select ${text}::text like ${`%${literal(words)}%`} as found`,
    )
    return rows[0]?.found
  }
  for (const words of ['%50', 'A_1', 'C:\\x', '\\', '100%_\\'])
    expect(await finds(`x ${words} y`, words), words).toBe(true)
  for (const [text, words] of [
    ['x 150 y', '1%0'],
    ['AB1', 'A_1'],
    ['xy', '\\'],
  ] as const)
    expect(await finds(text, words), words).toBe(false)
})
