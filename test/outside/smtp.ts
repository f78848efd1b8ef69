import { SMTPServer } from 'smtp-server'
import { certificate } from './certificate.ts'

type Received = { to: string[]; from: string; head: string; source: string; at: number }

/** Opens a real mail server on this machine. `refuse` may refuse a recipient, with the server's reply; its certificate for STARTTLS is one that nobody trusts. */
export async function openSmtpServer(
  refuse: (to: string, tryNumber: number) => string | undefined = () => undefined,
  port = 0,
  startTls = false,
) {
  const received: Received[] = []
  const refusedAt: number[] = []
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    ...(startTls ? certificate : { disabledCommands: ['STARTTLS'] }),
    onRcptTo({ address }, _session, callback) {
      const reply = refuse(address, ++tries)
      if (!reply) return callback()
      refusedAt.push(Date.now())
      callback(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          // Folded lines are one header.
          head: source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' '),
          source,
          at: Date.now(),
        })
        callback()
      })
    },
  })
  // A client that dies in the middle is no failure of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refusedAt,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
