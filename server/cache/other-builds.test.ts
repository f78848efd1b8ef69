import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { readEnv } from '#env'
import { createApp } from '#server'
import { openFiles } from '#shop/media/files.ts'
import { after, hours } from '#shop/time.ts'
import { openTestBucket } from '#test/outside/bucket.ts'
import { test } from '#test/shop.ts'
import type { Asset } from './built-files.ts'
import { OtherBuilds } from './other-builds.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'butik-builds-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A file of some build. */
function anAsset(name: string, text = `// ${name}`): Asset {
  const path = join(folder, name)
  writeFileSync(path, text)
  return { name, path, type: 'text/javascript', bytes: text.length }
}
const store = () => openFiles({ dataDir: folder, s3: undefined }, 'assets')
const textOf = async (found: Promise<Uint8Array | undefined>) => {
  const bytes = await found
  return bytes && Buffer.from(bytes).toString()
}
const setWrittenAt = (name: string, at: Date) => utimesSync(join(folder, 'assets', name.slice(0, 2), name), at, at)

test('a page of another version finds its script, whichever came first', async ({ deps }) => {
  const [older, newer] = [new OtherBuilds(store()), new OtherBuilds(store())]
  await older.keep([anAsset('shop-old.js')])
  const clientDir = mkdtempSync(join(folder, 'client-'))
  const app = createApp(deps, { clientDir, findElsewhere: (name) => older.find(name) })
  const ask = (name: string) => app.fetch(new Request(`http://shop.test/assets/${name}`))
  expect((await ask('shop-new.js')).status).toBe(404)
  await newer.keep([anAsset('shop-new.js')])
  expect(await textOf(newer.find('shop-old.js'))).toBe('// shop-old.js')

  const answer = await ask('shop-new.js')
  expect([answer.status, await answer.text()]).toEqual([200, '// shop-new.js'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript',
    'x-content-type-options': 'nosniff',
  })
  // From memory from then on.
  rmSync(join(folder, 'assets'), { recursive: true })
  expect((await ask('shop-new.js')).status).toBe(200)
  for (const name of ['..%2flock.sqlite', '.secret', 'no-kind', 'shop-old.txt'])
    expect((await ask(name)).status).toBe(404)
})

test('files stay for a day after the last process that had them, and are whole', async () => {
  const builds = new OtherBuilds(store())
  const [mine, others] = [anAsset('mine.js'), anAsset('others.js')]
  const now = new Date()
  await builds.keep([mine, others], now)
  await builds.keep([mine], after(now, hours(25)))
  expect((await store().list()).map(({ key }) => key).sort()).toEqual(['mine.js', 'others.js'])
  // A running process rewrites its own files, so that they do not expire.
  for (const name of ['mine.js', 'others.js']) setWrittenAt(name, after(now, -hours(31)))
  await builds.keep([mine], now)
  expect((await store().list()).map(({ key }) => key)).toEqual(['mine.js'])
  // A power cut has shortened one.
  writeFileSync(join(folder, 'assets/mi/mine.js'), '')
  await builds.keep([mine], now)
  expect(await textOf(builds.find('mine.js'))).toBe('// mine.js')
})

test('machines share them by the bucket, beside its pictures', async () => {
  const bucket = await openTestBucket()
  const env = readEnv({ DATA_DIR: '/nowhere', ...bucket.settings })
  const names = ['a.js', 'b.js', 'c.js']
  await new OtherBuilds(openFiles(env, 'assets')).keep(names.map((name) => anAsset(name)))
  expect([...bucket.kept.keys()].sort()).toEqual(names.map((name) => `/pictures/assets/${name}`))
  const elsewhere = new OtherBuilds(openFiles(env, 'assets'))
  for (const name of names) expect(await textOf(elsewhere.find(name))).toBe(`// ${name}`)
  bucket.close()
})

test('however many ask for what nobody has, the store is asked once a second', async () => {
  const files = store()
  let lists = 0
  const list = () => {
    lists++
    return files.list()
  }
  const builds = new OtherBuilds({ ...files, list })
  for (let round = 0; round < 2; round++)
    expect(await Promise.all(Array.from({ length: 50 }, (_, n) => builds.find(`none-${n}.js`)))).toEqual(
      Array(50).fill(undefined),
    )
  expect(lists).toBe(2)
})

test('a bounded number of unknown names waits for a look; more are not there, what is known is', async () => {
  const files = store()
  const looks: PromiseWithResolvers<void>[] = []
  const list = async () => {
    const look = Promise.withResolvers<void>()
    looks.push(look)
    await look.promise
    return files.list()
  }
  const builds = new OtherBuilds({ ...files, list })
  expect(await builds.find(`${'x'.repeat(300)}.js`)).toBeUndefined()
  expect(looks).toEqual([])

  await new OtherBuilds(files).keep([anAsset('known.js')])
  const first = builds.find('known.js')
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.resolve()
  expect(await textOf(first)).toBe('// known.js')

  const waiting = Array.from({ length: 100 }, (_, n) => builds.find(`none-${n}.js`))
  expect(await builds.find('one-more.js')).toBeUndefined()
  expect(await textOf(builds.find('known.js'))).toBe('// known.js')
  await expect.poll(() => looks.length, { timeout: 5000 }).toBe(2)
  looks[1]?.resolve()
  expect(await Promise.all(waiting)).toEqual(Array(100).fill(undefined))
})
