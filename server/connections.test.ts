import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, test as base, describe, expect, vi } from 'vitest'
import { boundConnections } from './connections.ts'

type Given = { headersTimeout?: number; answer?: 'at once' | 'never' }

const test = base.extend<{ open: (given?: Given) => Promise<{ server: Server; dial: () => Promise<Socket> }> }>({
  open: async ({ task: _ }, use) => {
    const servers: Server[] = []
    await use(async ({ headersTimeout = 60_000, answer = 'at once' } = {}) => {
      const timeouts = { headersTimeout, requestTimeout: headersTimeout, connectionsCheckingInterval: 20 }
      const server = createServer({ ...timeouts, keepAliveTimeout: 60_000 }, (req, res) => {
        req.resume()
        if (answer === 'at once') res.end('ok')
        else res.write('begun')
      })
      servers.push(server)
      boundConnections(server)
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const dial = async () => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }
      return { server, dial }
    })
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  },
})

const head = 'GET / HTTP/1.1\r\nHost: shop.test\r\n'

describe('a request that cannot be read', () => {
  test.for([
    ['no HTTP at all', 'merhaba\r\n\r\n', '400 Bad Request'],
    ['a head without end', `${head}X: ${'x'.repeat(40_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
  ] as const)(
    '%s is refused with the headers of every answer, and the connection ends',
    async ([, sent, status], { open }) => {
      const { dial } = await open()
      const socket = await dial()
      socket.write(sent)
      const lines = (await text(socket)).split('\r\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          `HTTP/1.1 ${status}`,
          'Connection: close',
          'Content-Length: 0',
          'X-Frame-Options: DENY',
        ]),
      )
      expect(lines.slice(-2), 'nothing follows the head').toEqual(['', ''])
    },
  )

  test('because it never ends is 408', async ({ open }) => {
    const { dial } = await open({ headersTimeout: 50 })
    const socket = await dial()
    socket.write('GET / HTTP/1.1\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  test('gets no answer in the middle of another one', async ({ open }) => {
    const { dial } = await open({ answer: 'never' })
    const socket = await dial()
    socket.write(`${head}\r\n`)
    const [begun] = await once(socket, 'data')
    socket.write('merhaba\r\n\r\n')
    const rest: Buffer[] = []
    socket.on('data', (chunk: Buffer) => void rest.push(chunk))
    await once(
      socket.on('error', () => {}),
      'close',
    )
    expect(`${begun}${Buffer.concat(rest)}`.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

test('who finds no room makes some: connections that wait for nothing are closed', async ({ open }) => {
  const { server, dial } = await open()
  expect(server.maxConnections).toBe(2000)
  server.maxConnections = 1
  const idle = await dial()
  idle.write(`${head}\r\n`)
  await once(idle, 'data')
  const refused = await dial()
  await Promise.all([once(refused, 'close'), once(idle, 'close')])
  const next = await dial()
  next.write(`${head}\r\n`)
  expect(String((await once(next, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/)
})

describe('of those who do not read their answers', () => {
  afterEach(() => void vi.useRealTimers())

  /** Connections of one server with so much unread, which the test changes; each second they are looked at. */
  function readers() {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    const server = createServer()
    const { madeFor } = boundConnections(server)
    return {
      madeFor,
      reader: () => {
        const socket = new Socket()
        const state = { unread: 0 }
        Object.defineProperty(socket, 'writableLength', { get: () => state.unread })
        madeFor(socket)
        return {
          socket,
          leaves: (bytes: number) => {
            state.unread = bytes
          },
        }
      },
      second: () => void vi.advanceTimersByTime(1000),
    }
  }
  const isLeft = ({ socket }: { socket: Socket }) => !socket.destroyed

  test('all stay while little is unread, however slow they are', () => {
    const { reader, second } = readers()
    const all = [reader(), reader()]
    for (const one of all) one.leaves(16e6)
    for (let i = 0; i < 100; i++) second()
    expect(all.map(isLeft)).toEqual([true, true])
  })

  test('those who have not read for longest go first, until half of the room is free', () => {
    const { reader, second } = readers()
    const [late, first, reading, middle] = [reader(), reader(), reader(), reader()]
    first.leaves(7e6)
    second()
    middle.leaves(10e6)
    second()
    late.leaves(15e6)
    second()
    expect([late, first, reading, middle].map(isLeft)).toEqual([true, true, true, true])
    late.leaves(16e6)
    second()
    // 33 MB without the first are 26, without the middle one 16.
    expect([late, first, reading, middle].map(isLeft)).toEqual([true, false, true, false])
  })

  test('who has read all in between counts as new, and a byte left is not read', () => {
    const { reader, second } = readers()
    const [steady, slow, slower] = [reader(), reader(), reader()]
    steady.leaves(10e6)
    slower.leaves(1)
    second()
    steady.leaves(0)
    slow.leaves(15e6)
    second()
    steady.leaves(15e6)
    slower.leaves(17e6)
    second()
    expect([steady, slow, slower].map(isLeft)).toEqual([true, false, false])
  })

  test('one that is closed counts no more, and one with two answers counts once', () => {
    const { reader, second, madeFor } = readers()
    const [gone, twice, other] = [reader(), reader(), reader()]
    gone.leaves(30e6)
    twice.leaves(15e6)
    second()
    // Nothing before this second was too much for those who are left.
    expect(isLeft(twice)).toBe(true)
    gone.socket.emit('close')
    other.leaves(15e6)
    const listening = twice.socket.listenerCount('close')
    madeFor(twice.socket)
    expect(twice.socket.listenerCount('close')).toBe(listening)
    second()
    expect([twice, other].map(isLeft)).toEqual([true, true])
  })
})
