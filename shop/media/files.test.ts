import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FileStore, openFiles } from './files.ts'

const key = `${'ab'.repeat(16)}-320.webp`

async function keepsFiles(files: FileStore) {
  expect(await files.get(key)).toBeUndefined()
  expect(await files.has(key)).toBe(false)
  await files.put(key, new Uint8Array([1, 2, 3]), 'image/webp')
  await files.put(key, new Uint8Array([4, 5]), 'image/webp')
  expect([...((await files.get(key)) ?? [])]).toEqual([4, 5])
  expect(await files.has(key)).toBe(true)
  for (const outside of ['../secret', '/etc/passwd', '.env', 'a/b', '']) {
    await expect((async () => files.get(outside))()).rejects.toThrow('is no key')
  }
}

test('a folder keeps files, spread over subfolders, and nothing half written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butik-files-'))
  await keepsFiles(openFiles({ dataDir, s3: undefined }))
  expect(await readdir(join(dataDir, 'media'))).toEqual(['ab'])
  expect(await readdir(join(dataDir, 'media', 'ab'))).toEqual([key])
  await rm(dataDir, { recursive: true })
})

test('a bucket keeps files; requests are signed, and its refusals are told', async () => {
  const kept = new Map<string, { bytes: Buffer; type: string | undefined }>()
  let refuse = false
  const bucket = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const path = req.url ?? ''
    if (refuse || !req.headers.authorization?.includes('Credential=the-id/') || !path.startsWith('/pictures/')) {
      res.writeHead(403).end()
    } else if (req.method === 'PUT') {
      kept.set(path, { bytes: Buffer.concat(chunks), type: req.headers['content-type'] })
      res.writeHead(200).end()
    } else {
      const file = kept.get(path)
      res.writeHead(file ? 200 : 404).end(req.method === 'HEAD' ? undefined : file?.bytes)
    }
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const address = bucket.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const s3 = { endpoint, bucket: 'pictures', region: 'auto', accessKeyId: 'the-id', secretAccessKey: 'the-secret' }
  const files = openFiles({ dataDir: '/nowhere', s3 })
  await keepsFiles(files)
  expect(kept.get(`/pictures/${key}`)?.type).toBe('image/webp')
  refuse = true
  await expect(files.get(key)).rejects.toThrow('the bucket answered 403')
  bucket.close()
  bucket.closeAllConnections()
})
