import { createServer } from 'node:http'

/** A bucket for pictures, in memory. */
export async function openTestBucket() {
  const files = new Map<string, Buffer>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const path = req.url ?? ''
    if (req.method === 'PUT') {
      files.set(path, Buffer.concat(chunks))
      res.writeHead(200).end()
      return
    }
    const file = files.get(path)
    res.writeHead(file ? 200 : 404).end(req.method === 'HEAD' ? undefined : file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    files,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
