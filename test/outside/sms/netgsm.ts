import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one answer is spoiled; 'drop after' once the SMS is on its way. A code is answered as such. */
type NetgsmMischief = 'drop before' | 'drop after' | 'html 502' | '80' | '85' | '100'

const netgsmKeys = { usercode: '8501234567', password: 'netgsm-sifresi', header: 'BUTIK' }

/** Letters of the GSM alphabet with the Turkish shift table, as far as a shop writes them. */
const letters = /^[A-Za-z0-9ÇĞİÖŞÜçğıöşü .,:;!?'"()%/+*=&@#_\n-]*$/

/**
 * Netgsm's REST v2 on 127.0.0.1, as its documents describe it: it checks login, originator, fields, number, letters and length,
 * takes more than twenty for one number in a minute for abuse (85), and misbehaves on command.
 */
export async function startNetgsm() {
  const sent: { to: string; text: string; job: string }[] = []
  const mischief: NetgsmMischief[] = []
  let asked = 0

  function codeFor(body: Record<string, unknown>): string {
    const [message, ...more] = Array.isArray(body.messages) ? body.messages : []
    if (!message || more.length > 0 || typeof message.msg !== 'string') return '70'
    if (!/^5\d{9}$/.test(message.no)) return '70'
    if (body.msgheader !== netgsmKeys.header) return '40'
    if (body.encoding !== 'TR' || body.iysfilter !== '0') return '70'
    if (message.msg === '' || message.msg.length > 155 || !letters.test(message.msg)) return '20'
    return sent.filter(({ to }) => to === message.no).length >= 20 ? '85' : '00'
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const tell = (status: number, body: object) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    asked++
    const how = mischief.shift()
    if (how === 'drop before') return void req.socket.destroy()
    if (how === 'html 502') return void res.writeHead(502).end('<html>Bad Gateway</html>')
    if (how && /^\d+$/.test(how)) return tell(406, { code: how, description: 'later' })
    const { usercode, password, header } = netgsmKeys
    const login = `Basic ${Buffer.from(`${usercode}:${password}`).toString('base64')}`
    if (req.headers.authorization !== login) return tell(406, { code: '30', description: 'Kullanici bilgisi hatali' })
    if (req.url === '/sms/rest/v2/msgheader' && req.method === 'GET')
      return tell(200, { code: '00', msgheaders: [header] })
    if (req.url !== '/sms/rest/v2/send' || req.method !== 'POST') return tell(404, {})
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const code = codeFor(body)
    if (code !== '00') return tell(406, { code, description: 'refused' })
    const job = String(17_377_215_342 + sent.length)
    sent.push({ to: body.messages[0].no, text: body.messages[0].msg, job })
    if (how === 'drop after') return void req.socket.destroy()
    tell(200, { code, jobid: job, description: 'queued' })
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: { ...netgsmKeys, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    sent,
    mischief,
    asked: () => asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
