import { Socket } from 'node:net'
import pg from 'pg'

/** How often the database is asked whether it is there, how long its answer may take, and how soon a try follows. */
const pulse = { pause: 2000, patience: 4000, retry: 500 }

export type DatabaseNews = 'away' | 'back'

/**
 * A connection that asks PostgreSQL again and again whether it is there. A server that refuses is noticed by whoever asks
 * it; one that says nothing any more (a cut cable, a frozen machine) would be waited for until TCP gives up, for minutes:
 * then every socket made here is ended, and whoever waits on one hears it.
 */
export class Lifeline {
  private readonly sockets = new Set<Socket>()
  private readonly url: string
  private readonly tell: (news: DatabaseNews) => void
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private away = false
  private closed = false

  constructor(url: string, tell: (news: DatabaseNews) => void) {
    this.url = url
    this.tell = tell
  }

  /** For every connection to this database. */
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
    if (this.away !== (answered !== 'answered')) {
      this.away = !this.away
      this.tell(this.away ? 'away' : 'back')
    }
    this.timer = setTimeout(() => void this.beat(), this.away ? pulse.retry : pulse.pause)
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

/** An answer that came while this process was busy is read before the silence counts. */
async function silence(): Promise<'silent'> {
  await new Promise((resolve) => setTimeout(resolve, pulse.patience))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return 'silent'
}
