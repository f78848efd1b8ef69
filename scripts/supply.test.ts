import { expect, test } from 'vitest'
import { weaknesses } from './audit.ts'
import { refusedLicences } from './licences.ts'

test('a licence that is not on the list is refused by name; a choice among several may be made', () => {
  const named = (name: string, ...licenses: object[]) => ({ name, version: '1.0.0', licenses })
  expect(
    refusedLicences([
      named('free', { license: { id: 'MIT' } }),
      named('choice', { expression: '(GPL-3.0-only OR MIT)' }),
      named('both', { expression: '(MIT AND GPL-3.0-only)' }),
      named('copyleft', { license: { id: 'AGPL-3.0-only' } }),
      named('silent'),
    ]),
  ).toEqual([
    'both@1.0.0 is under (MIT AND GPL-3.0-only)',
    'copyleft@1.0.0 is under AGPL-3.0-only',
    'silent@1.0.0 names no licence',
  ])
})

test('a known weakness is told once; a registry that does not answer tells nothing', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Prototype pollution' }]
  const report = { vulnerabilities: { a: { severity: 'high', via }, b: { severity: 'high', via: ['a'] } } }
  expect(weaknesses(JSON.stringify(report))).toEqual([
    'a (high): Prototype pollution https://github.com/advisories/GHSA-1',
  ])
  expect(weaknesses(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
  for (const answer of ['', '<html>', '{"message": "405 Method Not Allowed", "statusCode": 405}'])
    expect(weaknesses(answer)).toBeUndefined()
})
