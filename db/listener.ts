import type { Socket } from 'node:net'
import pg from 'pg'

export type Hears = {
  channel: string
  onPayload: (payload: string) => void
  /** Something may have been missed, and the database can be asked what. */
  onGap: () => void
}

/** While deaf: pause between tries to hear again, and how often all is taken for missed. */
const retry = 500
const deafness = 5000

/** One connection that listens, and comes back when it breaks. */
export class Listener {
  private client: pg.Client | undefined
  private closed = false
  private timer: NodeJS.Timeout | undefined
  private gapAt = 0
  private readonly options: { connectionString: string; stream: () => Socket }
  private readonly hears: Hears
  private readonly isThere: () => Promise<boolean>

  constructor(
    options: { connectionString: string; stream: () => Socket },
    hears: Hears,
    isThere: () => Promise<boolean>,
  ) {
    this.options = options
    this.hears = hears
    this.isThere = isThere
  }

  async connect(): Promise<void> {
    const client = new pg.Client({ ...this.options, keepAlive: true, connectionTimeoutMillis: 4000 })
    this.client = client
    const lost = () => {
      if (this.closed || this.client !== client) return
      this.client = undefined
      this.timer = setTimeout(() => void this.hearAgain(), retry)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', (message) => this.hears.onPayload(message.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(this.hears.channel)}`)
      this.gap()
    } catch {
      client.end().catch(() => {})
      lost()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => {})
  }

  /**
   * What was missed is only told when the database can be asked: while it is away, what is known is better than nothing.
   * A database that is there but lets nobody listen is asked every few seconds.
   */
  private async hearAgain(): Promise<void> {
    await this.connect()
    if (!this.client && Date.now() - this.gapAt > deafness && (await this.isThere())) this.gap()
  }

  private gap(): void {
    this.gapAt = Date.now()
    this.hears.onGap()
  }
}
