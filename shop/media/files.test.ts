import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '#env'
import { type Bucket, openTestBucket } from '#test/outside/bucket.ts'
import { findBucketFault } from './bucket.ts'
import { type ListedFiles, openFiles } from './files.ts'

const key = `${'ab'.repeat(16)}-320.webp`

async function keepsFiles(files: ListedFiles) {
  expect(await files.get(key)).toBeUndefined()
  expect(await files.has(key)).toBe(false)
  await files.put(key, new Uint8Array([1, 2, 3]), 'image/webp')
  await files.put(key, new Uint8Array([4, 5]), 'image/webp')
  expect([...((await files.get(key)) ?? [])]).toEqual([4, 5])
  expect(await files.has(key)).toBe(true)
  const names = ['ab-1.js', 'ab-2.css', 'ab-3.woff2']
  for (const name of names) await files.put(name, new Uint8Array([7, 8, 9]), 'text/css')
  const listed = await files.list()
  expect(
    listed
      .filter(({ bytes }) => bytes === 3)
      .map((file) => file.key)
      .sort(),
  ).toEqual(names)
  expect(listed).toHaveLength(4)
  for (const { writtenAt } of listed) expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000)
  for (const name of names) await files.remove(name)
  const other = `${'ab'.repeat(16)}-640.webp`
  await files.put(other, new Uint8Array([6]), 'image/webp')
  for (let n = 0; n < 2; n++) await files.remove(other)
  expect([await files.has(other), await files.has(key)]).toEqual([false, true])
  for (const outside of ['../secret', '/etc/passwd', '.env', 'a/b', '']) {
    await expect((async () => files.get(outside))()).rejects.toThrow('is no key')
  }
}

test('a folder keeps files, spread over subfolders, and nothing half written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butik-files-'))
  await keepsFiles(openFiles({ dataDir, s3: undefined }))
  expect(await readdir(join(dataDir, 'media'))).toEqual(['ab'])
  expect(await readdir(join(dataDir, 'media', 'ab'))).toEqual([key])
  // Applicants' pictures are among them: no other user of the machine may read them, whatever the umask.
  const modes = [['media'], ['media', 'ab'], ['media', 'ab', key]].map((path) => stat(join(dataDir, ...path)))
  expect((await Promise.all(modes)).map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  await rm(dataDir, { recursive: true })
})

test('a file that comes with the shop is linked, and whatever befalls the kept one leaves it as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butik-files-'))
  const files = openFiles({ dataDir, s3: undefined })
  const path = join(dataDir, 'shipped.webp')
  await writeFile(path, new Uint8Array([1, 2, 3]))
  await files.putShipped(key, path, 'image/webp')
  const kept = join(dataDir, 'media', 'ab', key)
  expect((await stat(kept)).ino).toBe((await stat(path)).ino)
  // Again, over one that is there and is not what it should be.
  await files.put(key, new Uint8Array([4]), 'image/webp')
  await files.putShipped(key, path, 'image/webp')
  expect([...((await files.get(key)) ?? [])]).toEqual([1, 2, 3])
  await files.put(key, new Uint8Array([5, 6]), 'image/webp')
  expect([...(await readFile(path))]).toEqual([1, 2, 3])
  await files.remove(key)
  expect([...(await readFile(path))]).toEqual([1, 2, 3])
  await rm(dataDir, { recursive: true })
})

test('a bucket keeps files; requests are signed, and its refusals become UNAVAILABLE', async () => {
  const bucket = await openTestBucket()
  const files = openFiles(readEnv({ DATA_DIR: '/nowhere', ...bucket.settings }))
  await keepsFiles(files)
  expect(bucket.kept.get(`/pictures/${key}`)?.type).toBe('image/webp')
  await files.putShipped(key, import.meta.filename, 'image/webp')
  expect(Buffer.from((await files.get(key)) ?? [])).toEqual(await readFile(import.meta.filename))
  // It wants it slower, and a connection ends in the middle: she does not notice.
  bucket.slowDown(2)
  await files.put(key, new Uint8Array([7]), 'image/webp')
  for (const method of ['PUT', 'GET'] as const) bucket.cut(2, method)
  await files.put(key, new Uint8Array([8, 9]), 'image/webp')
  expect([...((await files.get(key)) ?? [])]).toEqual([8, 9])
  bucket.refuse()
  await expect(files.get(key)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Resim şu anda açılamıyor, lütfen biraz sonra tekrar deneyin.',
    cause: { message: `the bucket answered 403 to GET ${key}` },
  })
  bucket.close()
})

test.each([
  ['another secret', (bucket: Bucket) => bucket.rotate(), 'SignatureDoesNotMatch): the secret of the key is wrong'],
  [
    'a clock that is wrong',
    (bucket: Bucket) => bucket.shift(-20),
    'RequestTimeTooSkewed): the clocks differ by 20 minutes',
  ],
  ['no bucket any more', (bucket: Bucket) => bucket.vanish(true), 'NoSuchBucket): there is no bucket pictures'],
])('%s is a refusal that a person must mend, and no missing picture', async (_name, harm, words) => {
  const bucket = await openTestBucket()
  const env = readEnv({ DATA_DIR: '/nowhere', ...bucket.settings })
  const files = openFiles(env)
  await files.put(key, new Uint8Array([1]), 'image/webp')
  harm(bucket)
  const refused = { code: 'UNAVAILABLE', cause: { message: expect.stringContaining(words) } }
  await expect(files.get(key)).rejects.toMatchObject(refused)
  await expect(files.put(key, new Uint8Array([2]), 'image/webp')).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/^Resim kaydedilemiyor: resim deposu mağazayı kabul etmiyor\./),
  })
  expect(env.s3 && (await findBucketFault(env.s3))).toContain(words)
  bucket.close()
})
