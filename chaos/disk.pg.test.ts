import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret, uploadPicture } from './prepared.ts'
import { get, metric } from './visitor.ts'

/** A disk of its own for the shop's data, so small that it can be filled: only root may make one. */
const disk = temporaryFolder()
const mounted = mount()
const dataDir = join(disk.path, 'data')
const ballast = join(disk.path, 'ballast')
let prepared: Awaited<ReturnType<typeof prepare>>
let shop: RunningShop

beforeAll(async () => {
  mkdirSync(dataDir)
  const settings = { DATA_DIR: dataDir, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' }
  prepared = await prepare(settings)
  await prepared.handle.close()
  shop = await startShop(settings)
}, 120_000)

afterAll(async () => {
  await shop?.kill()
  if (mounted) execFileSync('umount', [disk.path])
  disk.remove()
})

test.skipIf(!mounted)('the disk is full: nothing is half written, and all goes on once there is room', async () => {
  const page = `${shop.url}/urun/${prepared.products[0].slug}`
  expect((await get(page)).status).toBe(200)
  expect((await buy()).status).toBe(200)
  fill()

  const refused = await upload('#2030c0')
  expect(refused.status).toBe(503)
  expect(refused.body.message).toMatch(/^Resim .*deneyin\.$/)
  // The database may have a little room of its own left; then it has not.
  await expect.poll(async () => (await buy()).status, { timeout: 20_000 }).toBe(503)
  expect((await buy()).body.message).toMatch(/deneyin\.$/)
  expect((await get(page)).status, 'it is in memory').toBe(200)

  rmSync(ballast)
  expect((await buy()).status).toBe(200)
  expect((await upload('#2030c0')).status).toBe(201)
  // The bank took what the shop could not write down.
  await expect.poll(() => metric(shop.url, 'butik_payments_open'), { timeout: 90_000, interval: 500 }).toBe(0)
  expect(await shop.stop()).toBe(0)
  const handle = await openDatabase({ url: undefined, dataDir })
  const faults = await auditBooks(handle.db, prepared.initialStock)
  await handle.close()
  expect(faults).toEqual([])
  expect(readdirSync(join(dataDir, 'media')).filter((name) => name.startsWith('.'))).toEqual([])
})

function mount(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk.path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill() {
  const file = openSync(ballast, 'w')
  for (const size of [1_048_576, 4096, 512, 1]) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) writeSync(file, piece)
    } catch {}
  }
  closeSync(file)
}

const buy = () =>
  clientOf(shop.url)('POST', '/payments/create', {
    token: prepared.tokens[0],
    body: aPayment(prepared.products[0]),
  })

const upload = (color: string) => uploadPicture(shop.url, prepared.admin, color)
