import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds between two checks, until a check times out, and until the next one while the database is unavailable. */
const pulse = { pause: 2000, timeout: 4000, retry: 500 }

export type DatabaseNews = 'unavailable' | 'back'

/**
 * Checks over its own connection that PostgreSQL answers. Queries notice by themselves a server that refuses them; a silent
 * one (a cut cable, a frozen machine) would block them until TCP gives up, for minutes. So when a check times out, every
 * socket made here is destroyed, and the queries on them fail at once.
 */
export class Lifeline {
  private readonly sockets = new Set<Socket>()
  private readonly url: string
  private readonly notify: (news: DatabaseNews) => void
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private unavailable = false
  private closed = false

  constructor(url: string, notify: (news: DatabaseNews) => void) {
    this.url = url
    this.notify = notify
  }

  /** Makes the socket of every connection to this database. */
  readonly stream = (): Socket => {
    const socket = new Socket()
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
    return socket
  }

  start(): void {
    this.timer = setTimeout(() => void this.beat(), pulse.pause)
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => {})
  }

  private async beat(): Promise<void> {
    const answered = await this.ask()
    if (this.closed) return
    if (answered === 'silent') for (const socket of this.sockets) socket.destroy()
    if (this.unavailable !== (answered !== 'answered')) {
      this.unavailable = !this.unavailable
      this.notify(this.unavailable ? 'unavailable' : 'back')
    }
    this.timer = setTimeout(() => void this.beat(), this.unavailable ? pulse.retry : pulse.pause)
  }

  private async ask(): Promise<'answered' | 'refused' | 'silent'> {
    const client = this.client ?? this.open()
    const asked = (this.client ? Promise.resolve() : client.connect()).then(() => client.query('select 1'))
    this.client = client
    const result = await Promise.race([
      asked.then(
        () => 'answered' as const,
        () => 'refused' as const,
      ),
      silence(),
    ])
    if (result !== 'answered') {
      this.client = undefined
      client.end().catch(() => {})
    }
    return result
  }

  private open(): pg.Client {
    const client = new pg.Client({ connectionString: this.url, application_name: 'butik', stream: this.stream })
    client.on('error', () => {})
    return client
  }
}

/** Resolves at the timeout; the extra 100 ms let an answer be read that came while this process was busy. */
async function silence(): Promise<'silent'> {
  await new Promise((resolve) => setTimeout(resolve, pulse.timeout))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return 'silent'
}
