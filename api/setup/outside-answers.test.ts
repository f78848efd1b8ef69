import { createServer, type Server } from 'node:http'
import { expect } from 'vitest'
import { trendyolClient } from '#shop/channels/trendyol/client.ts'
import type { Ctx } from '#shop/ctx.ts'
import { bucketClient, listObjects, readObject } from '#shop/media/bucket.ts'
import { iyzicoClient } from '#shop/payments/iyzico/client.ts'
import { paytrClient } from '#shop/payments/paytr/client.ts'
import { geliverClient } from '#shop/shipping/geliver/client.ts'
import { geliverProvider } from '#shop/shipping/geliver/geliver.ts'
import { netgsm } from '#shop/sms/netgsm.ts'
import { seconds } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { startGeliver } from '#test/outside/geliver/simulator.ts'
import { test as base } from '#test/shop.ts'

/** A server whose answers begin as a PDF does and never end; `ended` once nobody reads one any more. */
type Endless = { url: string; ended: Promise<void> }

const test = base.extend<{ endless: Endless }>({
  endless: async ({ task: _ }, use) => {
    const closed = Promise.withResolvers<void>()
    const server = createServer((_, res) => {
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536, 'x')));
      }
      res.on('drain', more).on('close', closed.resolve).write('%PDF-')
      more()
    })
    await use({ url: await addressOf(server), ended: closed.promise })
    server.closeAllConnections()
    server.close()
  },
})

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('a site that answers without end is another one, and is not read on', { timeout: seconds(4) }, async ({
  api,
  ctx,
  endless,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { body } = await api('PUT', '/admin/setup/domain', { token, body: { domain: endless.url } })
  expect(body.data.reached).toBe('another')
  await endless.ended
})

const settings = {
  apiKey: 'anahtar',
  secretKey: 'gizli',
  apiSecret: 'gizli',
  usercode: 'u',
  password: 'p',
  header: 'BUTIK',
}
const parcel = { length: '1', width: '1', height: '1', weight: '1' }
const geliver = {
  token: 'x',
  senderAddressId: '',
  webhookSecret: '',
  service: 'X',
  doorService: undefined,
  parcel,
  test: true,
}
const bucket = { bucket: 'resimler', accessKeyId: 'anahtar', secretAccessKey: 'gizli', region: 'eu-central-1' }

const providers: [string, (url: string, ctx: Ctx) => Promise<unknown>, unknown][] = [
  ['iyzico', (url, { log }) => iyzicoClient({ ...settings, baseUrl: url }, log).post('/x', {}, seconds(60)), 'unknown'],
  ['PayTR', (url, { log }) => paytrClient({ baseUrl: url }, log).post('/x', {}, seconds(60)), 'unknown'],
  ['Trendyol', (url) => trendyolClient({ ...settings, sellerId: '1', baseUrl: url })('GET', '/x'), 'lost'],
  ['Geliver', (url) => geliverClient({ ...geliver, baseUrl: url })('GET', '/x'), 'lost'],
  ['Netgsm', (url) => netgsm({ ...settings, baseUrl: url }).send('+905321112233', 'Kodunuz 1'), 'AnswerTooLong'],
  ['the list of a bucket', (url) => listObjects(bucketClient({ ...bucket, endpoint: url })), 'AnswerTooLong'],
  [
    'a file of a bucket',
    (url) => readObject(bucketClient({ ...bucket, endpoint: url }), 'x', { most: 2_000_000 }),
    'Error',
  ],
]

test.for(providers)(
  '%s that answers without end has not answered',
  { timeout: seconds(4) },
  async ([, ask, outcome], { ctx, endless }) => {
    const told = await ask(endless.url, ctx).catch((error: Error) => ({ kind: error.name }))
    expect(told).toMatchObject({ kind: outcome })
    await endless.ended
  },
)

test('a name with Turkish letters is told as it is typed, a capital İ is an i', async ({ api, ctx, deps }) => {
  deps.server.dns = { texts: async () => [], addresses: async () => [] }
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { body } = await api('PUT', '/admin/setup/domain', { token, body: { domain: 'İnciÇiçek.example' } })
  expect([body.data.url, body.data.text]).toEqual([
    'https://xn--inciiek-xxab.example',
    expect.stringMatching(/^inciçiçek\.example henüz/),
  ])
})

test('a label without end is none', { timeout: seconds(4) }, async ({ ctx, endless }) => {
  const geliver = await startGeliver()
  await geliver.close()
  const settings = { ...geliver, baseUrl: endless.url, service: 'X', doorService: undefined, test: true }
  const provider = geliverProvider({ ...settings, parcel }, { log: ctx.log, publicUrl: 'https://dukkan.example' })
  expect(await provider.label(`${endless.url}/etiket.pdf`)).toBeUndefined()
  await endless.ended
})
