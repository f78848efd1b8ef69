import { createServer } from 'node:http'

/** The limit: node:http answering bytes from memory and nothing else. Given headers and body of the real answer. */
const { headers, body } = JSON.parse(process.env.ANSWER ?? '{}') as { headers: Record<string, string>; body: string }
const bytes = Buffer.from(body, 'base64')

createServer((_req, res) => {
  res.writeHead(200, { ...headers, 'content-length': bytes.length })
  res.end(bytes)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
