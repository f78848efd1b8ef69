import { expect, inject, test } from 'vitest'
import { copiedDatabase } from '#test/postgres.ts'
import { tryToFillMemory } from './memory.ts'

test('one guest who tries everything does not fill a machine of 1 GB, and others look and log in meanwhile', async () => {
  const database = await copiedDatabase(inject('postgresUrl'), inject('migrated'))
  const { most, limit, wrong } = await tryToFillMemory({
    url: database.url,
    enough: (rounds) => rounds >= 3,
    say: () => {},
  })
  await database.drop()
  expect(wrong).toEqual([])
  expect(most).toBeLessThan(limit)
})
