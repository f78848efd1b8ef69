import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchOutside, isInner, NotFetched } from './fetch-outside.ts'

let server: Server
let host = ''
const limits = { most: 1000, timeout: 5000 }

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    const [, redirects] = /^\/to\/(\d)$/.exec(path) ?? []
    if (redirects)
      response.writeHead(302, { location: redirects === '0' ? '/ok' : `/to/${Number(redirects) - 1}` }).end()
    else if (path === '/inner') response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end()
    else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (path === '/long') response.end('x'.repeat(1001))
    else if (path === '/longer') response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000))
    else if (path === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    else if (path === '/never') response.write('x')
    else if (path === '/ok') response.end('picture')
    else response.writeHead(404).end()
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const fetched = async (path: string, more = {}) =>
  new TextDecoder().decode(await fetchOutside(`http://${host}${path}`, { ...limits, allowed: host, ...more }))

describe('a file at an address', () => {
  test('is fetched, over three redirects at most', async () => {
    expect(await fetched('/ok')).toBe('picture')
    expect(await fetched('/to/2')).toBe('picture')
    await expect(fetched('/to/3')).rejects.toThrow('yönlendiriyor')
  })

  test.for([
    ['/inner', 'herkese açık'],
    ['/file', 'http://'],
    ['/long', 'MB'],
    ['/longer', 'MB'],
    ['/packed', 'sıkıştırılmış'],
    ['/none', '404'],
  ])('%s is refused in words', async ([path = '', word = '']) => {
    const refused = fetched(path)
    await expect(refused).rejects.toBeInstanceOf(NotFetched)
    await expect(refused).rejects.toThrow(word)
  })

  test('that never ends is given up', async () => {
    await expect(fetched('/never', { timeout: 50 })).rejects.toThrow('zamanında gelmedi')
  })

  test.for([
    ['http://127.0.0.1/a.jpg'],
    ['http://localhost/a.jpg'],
    ['http://2130706433/a.jpg'],
    ['http://0x7f.1/a.jpg'],
    ['http://[::1]/a.jpg'],
    ['http://[::ffff:10.0.0.1]/a.jpg'],
    ['http://169.254.169.254/latest/meta-data'],
    ['https://example.com:8443/a.jpg'],
    ['https://user:secret@example.com/a.jpg'],
    ['ftp://example.com/a.jpg'],
    ['/etc/passwd'],
  ])('%s is not even asked', async ([address = '']) => {
    await expect(fetchOutside(address, limits)).rejects.toBeInstanceOf(NotFetched)
  })
})

test('inner addresses are known in every spelling, outer ones are left alone', () => {
  const within = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.0.1', '192.168.1.1', '198.18.0.1'],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::10.0.0.1',
      'fd00::1',
      'fe80::1%eth0',
    ],
    ...['fec0::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '::127.0.0.1', 'nonsense', ''],
  ]
  expect(within.filter((address) => !isInner(address))).toEqual([])
  const outer = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::200e', '::ffff:8.8.8.8']
  expect(outer.filter(isInner)).toEqual([])
})
