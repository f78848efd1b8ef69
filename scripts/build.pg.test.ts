import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/process.ts'

/** Neither a test's own folders nor what was built. */
const notCopied = /^(node_modules|build|data|e2e|bench|chaos|docs|deploy|shots|test-results|\.git|\.react-router)$/

const shop = temporaryFolder()

beforeAll(() => {
  for (const name of readdirSync('.'))
    if (!notCopied.test(name)) cpSync(name, join(shop.path, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(shop.path, 'node_modules'))
})

afterAll(shop.remove)

/** Builds as a start does; gives the folder that it will serve from. */
async function build(): Promise<string> {
  const child = spawn(process.execPath, ['scripts/build.ts'], { cwd: shop.path, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((done) => child.once('close', done))
  expect(code, output).toBe(0)
  return join(shop.path, output.trim().split('\n').at(-1) ?? '')
}

/** Every file with its bytes, but for what V8 keeps there. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [name, readFileSync(name, 'latin1')]))
}

test('two starts at once build apart and serve one whole build; a later one leaves it to those who run on it', async () => {
  const [one, other] = await Promise.all([build(), build()])
  expect(other).toBe(one)
  expect(readdirSync(join(shop.path, 'build'))).toHaveLength(1)
  const before = filesIn(one)
  expect(before.has(join(one, 'server/index.js'))).toBe(true)
  expect(existsSync(join(one, 'client/assets'))).toBe(true)
  // Each piece that the server loads lazily is there, under the name by which it is asked for.
  for (const [name, text] of before)
    for (const [, piece = ''] of name.endsWith('.js') && name.includes('/server/')
      ? text.matchAll(/["'](\.\/[\w./-]+\.js)["']/g)
      : [])
      expect(before.has(join(name, '..', piece)), `${piece} of ${name}`).toBe(true)

  // A change of the sources, as an upgrade brings it, while a shop runs on the build before.
  writeFileSync(join(shop.path, 'shop/limits.ts'), `${readFileSync('shop/limits.ts', 'utf8')}\n// Upgraded.\n`)
  const next = await build()
  expect(next).not.toBe(one)
  expect(filesIn(one)).toEqual(before)
})
