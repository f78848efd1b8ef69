import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindLabel } from './mail-words.ts'

/** As the shop's sources write them: a mail has a kind, and a subject or whom it goes to below it. */
const written = /kind: (['`])([a-z-]+)(?:\$\{\w+\})?\1,\s*(?:subject|to)\b/g

test('each kind of mail that the shop writes has a name in Turkish', () => {
  const sources = readdirSync('shop', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const kinds = sources
    .flatMap((name) => [...readFileSync(`shop/${name}`, 'utf8').matchAll(written)].map(([, , kind = '']) => kind))
    .filter((kind) => !kind.endsWith('-'))
  expect(kinds).toContain('order-confirmation')
  const all = [...kinds, 'transfer-placed', 'transfer-reminder', 'transfer-rest', 'transfer-mistake']
  expect(all.filter((kind) => kindLabel(kind) === kind)).toEqual([])
})
