import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/process.ts'
import { refusal, weaknesses } from './audit.ts'
import { refusedLicences } from './licences.ts'

test('the version of package.json, which stands in each backup, is the last release of the changelog', () => {
  const [, released] = /^## (\d+\.\d+\.\d+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  expect([read('package.json').version, read('package-lock.json').version]).toEqual([released, released])
})

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

test('a grave weakness is told once, a lesser one apart; a registry that does not answer is named as such', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Prototype pollution' }]
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { a: { severity, via }, b: { severity, via: ['a'] } } })
  const line = (severity: string) => `a (${severity}): Prototype pollution https://github.com/advisories/GHSA-1`
  expect(weaknesses(report('critical'))).toEqual({ grave: [line('critical')], others: [] })
  expect(weaknesses(report('high'))).toEqual({ grave: [line('high')], others: [] })
  expect(weaknesses(report('moderate'))).toEqual({ grave: [], others: [line('moderate')] })
  expect(weaknesses(JSON.stringify({ vulnerabilities: {} }))).toEqual({ grave: [], others: [] })

  const refused = '{"message": "405 Method Not Allowed - POST https://registry.example/bulk", "statusCode": 405}'
  for (const answer of ['', '<html>', refused]) expect(weaknesses(answer)).toBeUndefined()
  expect(refusal(refused)).toBe('405 Method Not Allowed')
  expect(refusal('<html>')).toBe('no answer')
})

/** A directory with an npm that answers as told, in front of the real one. */
function npmThatSays(answer: string) {
  const folder = temporaryFolder()
  writeFileSync(join(folder.path, 'npm'), `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`, { mode: 0o755 })
  return { path: folder.path, remove: folder.remove }
}

test('the check fails on a grave weakness; when nobody could be asked it says so and only npm run audit fails', () => {
  const audit = (answer: string, ...words: string[]) => {
    const npm = npmThatSays(answer)
    const { status, stderr } = spawnSync(process.execPath, ['scripts/audit.ts', ...words], {
      encoding: 'utf8',
      env: { PATH: `${npm.path}:${process.env.PATH}` },
    })
    npm.remove()
    return { status, stderr }
  }
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Prototype pollution' }]
  const report = (severity: string) => JSON.stringify({ vulnerabilities: { a: { severity, via } } })
  expect(audit(report('high'))).toMatchObject({ status: 1, stderr: expect.stringContaining('a (high)') })
  expect(audit(report('low'))).toMatchObject({ status: 0, stderr: expect.stringContaining('a (low)') })
  expect(audit('{"message": "405 Method Not Allowed"}')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/NOT looked for.*405 Method Not Allowed/),
  })
  expect(audit('', '--insist').status).toBe(1)
})
