import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Env, readEnv } from '#env'
import { type Bucket, openTestBucket } from '#test/outside/bucket.ts'
import { temporaryFolder } from '#test/process.ts'
import { copyToBucket, fetchFromBucket, findNewestCopy } from './bucket.ts'
import { BackupError, checkFiles, databaseFile, hashOf, type Manifest, manifestPath, mediaPath } from './manifest.ts'

let bucket: Bucket
let place: ReturnType<typeof temporaryFolder>
let s3: NonNullable<Env['backupS3']>

beforeEach(async () => {
  bucket = await openTestBucket()
  place = temporaryFolder()
  s3 = settingsOf()
})
afterEach(() => {
  bucket.close()
  place.remove()
})

function settingsOf(change: Record<string, string> = {}) {
  const given = Object.entries({ ...bucket.settings, ...change }).map(([name, value]) => [`BACKUP_${name}`, value])
  const found = readEnv({ DATA_DIR: place.path, ...Object.fromEntries(given) }).backupS3
  if (!found) throw new Error('no bucket')
  return found
}

/** A backup of the day with a dump of so many bytes and these pictures. */
function aBackup(day: number, { bytes = 1000, pictures = ['aa01.webp'] } = {}): { folder: string; manifest: Manifest } {
  const madeAt = `2026-11-${String(day).padStart(2, '0')}T03:15:00.000Z`
  const folder = join(place.path, `butik-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`)
  const files: Manifest['files'] = {}
  const contents = {
    [databaseFile]: randomBytes(bytes),
    ...Object.fromEntries(pictures.map((key) => [mediaPath(key), Buffer.from(key)])),
  }
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
    files[path] = hashOf(content)
  }
  const manifest = {
    format: 1,
    madeAt,
    shopVersion: '0',
    engine: 'x',
    migrations: [],
    rows: {},
    jobs: 0,
    files,
    missing: [],
  }
  writeFileSync(manifestPath(folder), JSON.stringify(manifest))
  return { folder, manifest }
}

const keys = () => [...bucket.kept.keys()].map((path) => path.slice('/pictures/'.length)).sort()
const putsOf = (part: string) => bucket.asked.filter((line) => line.startsWith('PUT') && line.includes(part)).length

test('a copy comes back whole on an empty machine; pictures are copied once', async () => {
  const first = aBackup(1, { pictures: ['aa01.webp', 'bb01.webp'] })
  expect(await findNewestCopy(s3)).toBeUndefined()
  expect(await copyToBucket(first.folder, first.manifest, s3)).toMatchObject({ files: 3, removed: [] })
  const second = aBackup(2, { pictures: ['aa01.webp', 'bb01.webp', 'cc01.webp'] })
  expect(await copyToBucket(second.folder, second.manifest, s3)).toMatchObject({ files: 2 })
  expect(putsOf('media/')).toBe(3)
  expect((await findNewestCopy(s3))?.name).toBe('butik-2026-11-02T03-15-00Z')

  const empty = join(place.path, 'another', 'machine')
  const folder = await fetchFromBucket('newest', s3, empty)
  expect(folder).toBe(join(empty, 'butik-2026-11-02T03-15-00Z'))
  await checkFiles(folder, second.manifest)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await checkFiles(await fetchFromBucket('butik-2026-11-01T03-15-00Z', s3, empty), first.manifest)
  await expect(fetchFromBucket('butik-2026-11-09T03-15-00Z', s3, empty)).rejects.toThrow(
    'there is no backup butik-2026-11-09',
  )
  await expect(fetchFromBucket('../../etc', s3, empty)).rejects.toThrow('is no name of a backup')
})

test('a large dump goes and comes in parts, past connections that end in the middle and a store that wants it slower', async () => {
  const { folder, manifest } = aBackup(1, { bytes: 40 * 1024 * 1024 })
  bucket.cut(2)
  bucket.slowDown(3)
  await copyToBucket(folder, manifest, s3)
  expect(putsOf('partNumber=3')).toBe(1)
  expect(bucket.open.size, 'no parts are left').toBe(0)
  bucket.cut(2, 'GET')
  await checkFiles(await fetchFromBucket('newest', s3, join(place.path, 'new')), manifest)
}, 60_000)

test('what cannot be uploaded leaves no parts behind, and no copy that looks whole', async () => {
  const { folder, manifest } = aBackup(1, { bytes: 20 * 1024 * 1024 })
  bucket.cut(3)
  await expect(copyToBucket(folder, manifest, s3)).rejects.toThrow(
    /^the bucket pictures at http:\S+: .*; try again later$/,
  )
  expect(bucket.open.size).toBe(0)
  expect(await findNewestCopy(s3)).toBeUndefined()
  expect(
    keys().filter((key) => key.startsWith('under-way/')),
    'the next one may begin',
  ).toEqual([])
  await copyToBucket(folder, manifest, s3)
  expect((await findNewestCopy(s3))?.name).toBeDefined()
}, 60_000)

test('the oldest go, with what only they name; nothing of others, and nothing strange', async () => {
  bucket.kept.set('/pictures/somebody-elses.txt', { bytes: Buffer.from('x'), type: undefined, at: new Date(0) })
  for (const [day, pictures] of [
    [1, ['aa01.webp', 'old1.webp']],
    [2, ['aa01.webp', 'old2.webp']],
    [3, ['aa01.webp']],
  ] as const) {
    const { folder, manifest } = aBackup(day, { pictures: [...pictures] })
    await copyToBucket(folder, manifest, s3)
    for (const kept of bucket.kept.values()) kept.at = new Date(Date.now() - 48 * 3_600_000)
  }
  const last = aBackup(4, { pictures: ['aa01.webp', 'new1.webp'] })
  const { removed } = await copyToBucket(last.folder, last.manifest, s3, 2)
  expect(removed).toEqual(['butik-2026-11-01T03-15-00Z', 'butik-2026-11-02T03-15-00Z'])
  expect(keys()).toEqual([
    'butik-2026-11-03T03-15-00Z/database.jsonl.gz',
    'butik-2026-11-03T03-15-00Z/manifest.json',
    'butik-2026-11-04T03-15-00Z/database.jsonl.gz',
    'butik-2026-11-04T03-15-00Z/manifest.json',
    'media/aa/aa01.webp',
    'media/ne/new1.webp',
    'somebody-elses.txt',
  ])
  const manifests = bucket.asked.filter((line) => line.startsWith('DELETE') && line.includes('butik-'))
  expect(
    manifests.slice(0, 2).every((line) => line.endsWith('manifest.json')),
    'first it is no backup any more',
  ).toBe(true)
})

test('more than a thousand objects are all seen', async () => {
  const { folder, manifest } = aBackup(1, { pictures: [] })
  for (let n = 0; n < 1100; n++) {
    const [key, bytes] = [`${String(n).padStart(4, '0')}.webp`, Buffer.from(String(n))]
    manifest.files[mediaPath(key)] = hashOf(bytes)
    bucket.kept.set(`/pictures/${mediaPath(key)}`, { bytes, type: undefined, at: new Date(0) })
  }
  writeFileSync(manifestPath(folder), JSON.stringify(manifest))
  // Last of all in the order of the listing.
  bucket.kept.set('/pictures/media/zz/zz01.webp', { bytes: Buffer.from('x'), type: undefined, at: new Date(0) })
  expect(await copyToBucket(folder, manifest, s3, 1)).toMatchObject({ files: 1 })
  expect(putsOf('media/')).toBe(0)
  const pictures = keys().filter((key) => key.startsWith('media/'))
  expect([pictures.length, pictures.at(-1)]).toEqual([1100, 'media/10/1099.webp'])
})

test('two at once never both go on; the mark of one that died is forgotten', async () => {
  const { folder, manifest } = aBackup(1)
  const outcomes = await Promise.allSettled([1, 2].map(() => copyToBucket(folder, manifest, s3)))
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed.length).toBeGreaterThan(0)
  expect(String((failed[0] as PromiseRejectedResult).reason)).toContain('another backup is being copied to the bucket')
  bucket.kept.set('/pictures/under-way/dead', {
    bytes: Buffer.from('x'),
    type: undefined,
    at: new Date(Date.now() - 60_000),
  })
  await expect(copyToBucket(folder, manifest, s3)).rejects.toThrow('another backup')
  const [dead] = [...bucket.kept].filter(([key]) => key.endsWith('/dead'))
  if (dead) dead[1].at = new Date(Date.now() - 13 * 3_600_000)
  await copyToBucket(folder, manifest, s3)
  expect(keys().filter((key) => key.startsWith('under-way/'))).toEqual([])
})

test('a picture that the bucket lost is named, and the backup here is not touched', async () => {
  const { folder, manifest } = aBackup(1)
  await copyToBucket(folder, manifest, s3)
  bucket.kept.delete('/pictures/media/aa/aa01.webp')
  await expect(fetchFromBucket('newest', s3, join(place.path, 'new'))).rejects.toThrow(
    'media/aa/aa01.webp is missing in the bucket; take another backup',
  )
  expect(readFileSync(join(folder, databaseFile)).length).toBe(1000)
})

test.each([
  ['the secret', () => bucket.rotate(), 'the secret of the key is wrong; look at BACKUP_S3_…'],
  [
    'the clock',
    () => bucket.shift(40),
    'the clocks differ by 40 minutes; set that of this machine by NTP; look at BACKUP_S3_…',
  ],
  ['the bucket', () => bucket.vanish(true), 'there is no bucket pictures; look at BACKUP_S3_…'],
])('%s is wrong: one line says so', async (_name, harm, words) => {
  const { folder, manifest } = aBackup(1)
  harm()
  for (const work of [() => copyToBucket(folder, manifest, s3), () => fetchFromBucket('newest', s3, place.path)])
    await expect(work().catch((error) => [error instanceof BackupError, error.message])).resolves.toEqual([
      true,
      expect.stringContaining(words),
    ])
})
