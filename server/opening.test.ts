import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Failure } from '#api/failures.ts'
import { faultsOf } from '#test/valid-html.ts'
import { answerOpening } from './opening.ts'

test('a shop that is opening says so: to a browser by a page that loads itself again, to calls as they are told every failure', async () => {
  const server = createServer(answerOpening).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  try {
    const plain = await ask('/')
    expect([plain.status, plain.headers.get('retry-after'), plain.headers.get('cache-control')]).toEqual([
      ...[503, '5', 'no-store'],
    ])
    expect(await plain.text()).toMatch(/^Mağaza açılıyor/)

    const page = await ask('/elbise', { headers: { accept } })
    expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
      ...[503, 'text/html; charset=utf-8', '5'],
    ])
    const html = await page.text()
    expect(html).toContain('<h1>Mağaza açılıyor</h1>')
    expect(html).toContain('<meta http-equiv="refresh"')
    expect(await faultsOf(html)).toEqual([])
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
    const policy = page.headers.get('content-security-policy')
    expect(policy, 'its own style alone').toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy, 'a sandbox would not load itself again').not.toContain('sandbox')

    const form = await ask('/api-less/callback', { method: 'POST', headers: { accept }, body: 'status=ok' })
    expect(form.headers.get('content-type'), 'a form is sent again by hand').toMatch(/^text\/plain/)

    const call = await ask('/api/v1/products', { headers: { accept } })
    expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/json'])
    expect(Failure.parse(await call.json())).toMatchObject({ code: 'UNAVAILABLE' })
  } finally {
    server.close()
  }
})
