import { connect, createServer, type Server, type Socket } from 'node:net'

type Pair = { near: Socket; far: Socket }

/** A cable between the shop and a server: it can be cut, and it can fall silent in one direction or both, which is worse. */
async function openWire(target: { host: string; port: number }) {
  const pairs = new Set<Pair>()
  let silent: 'one way' | 'both ways' | undefined
  let server: Server | undefined

  const accept = (near: Socket) => {
    const far = connect(target.port, target.host)
    const pair = { near, far }
    pairs.add(pair)
    near.on('data', (chunk) => far.write(chunk))
    far.on('data', (chunk) => near.write(chunk))
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        // Through a silent wire nobody hears that the other end has gone.
        if (!silent) other.destroy()
      })
    }
    if (silent) hush(pair)
  }
  const hush = ({ near, far }: Pair) => {
    near.pause()
    if (silent === 'both ways') far.pause()
  }
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const listening = createServer(accept)
      listening.listen(port, '127.0.0.1', () => resolve(listening))
    })

  server = await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    /** Every connection breaks, and new ones are refused. */
    cut() {
      server?.close()
      server = undefined
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
    },
    /** Nothing gets through any more, and nobody is told. */
    hush() {
      silent = 'both ways'
      for (const pair of pairs) hush(pair)
    },
    /** Nothing reaches the server any more; what it says still arrives. */
    deafen() {
      silent = 'one way'
      for (const pair of pairs) hush(pair)
    },
    /** Works again. Bytes that were sent into the silence arrive now. */
    async mend() {
      silent = undefined
      for (const { near, far } of pairs) {
        near.resume()
        far.resume()
        if (near.destroyed) far.end()
      }
      server ??= await listen(port)
    },
    close() {
      this.cut()
    },
  }
}

export type Wire = Awaited<ReturnType<typeof openWire>>

/** The same address, reached through the wire. */
export async function wireTo(url: string): Promise<{ url: string; wire: Wire }> {
  const through = new URL(url)
  const wire = await openWire({ host: through.hostname, port: Number(through.port) })
  through.hostname = '127.0.0.1'
  through.port = String(wire.port)
  return { url: through.href.replace(/\/$/, ''), wire }
}
