import { connect, createServer, type Server, type Socket } from 'node:net'

type Pair = { near: Socket; far: Socket }

/** A cable between the shop and a server: it can be cut, and it can fall silent, which is worse. */
async function openWire(target: { host: string; port: number }) {
  const pairs = new Set<Pair>()
  let silent = false
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
    far.pause()
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
      silent = true
      for (const pair of pairs) hush(pair)
    },
    /** Works again. What was sent into the silence arrives now. */
    async mend() {
      silent = false
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
