import type { Socket } from 'node:net'
import pg from 'pg'

export type Connection = { connectionString: string; stream: () => Socket }

type Subscription = {
  channel: string
  onPayload: (payload: string) => void
  /** Notifications may have been missed, and the database answers again. */
  onGap: () => void
}

/** While LISTEN is down, in milliseconds: between attempts to reconnect, and between notices of a gap. */
const retry = 500
const gapInterval = 5000

/** One connection for all channels, as each NOTIFY wakes whichever connection listens to anything; it reconnects when it breaks. */
export class Listener {
  private readonly subscriptions: Subscription[] = []
  private client: pg.Client | undefined
  private closed = false
  private timer: NodeJS.Timeout | undefined
  private gapAt = 0
  private readonly options: Connection
  private readonly isThere: () => Promise<boolean>

  constructor(options: Connection, isThere: () => Promise<boolean>) {
    this.options = options
    this.isThere = isThere
  }

  async listen(subscription: Subscription): Promise<void> {
    this.subscriptions.push(subscription)
    const { client } = this
    if (!client) return this.connect()
    try {
      await listenTo(client, subscription)
      subscription.onGap()
    } catch {
      // The next connection listens to it too.
      client.end().catch(() => {})
    }
  }

  private async connect(): Promise<void> {
    clearTimeout(this.timer)
    const client = new pg.Client({ ...this.options, keepAlive: true, connectionTimeoutMillis: 4000 })
    this.client = client
    const lost = () => {
      if (this.closed || this.client !== client) return
      this.client = undefined
      this.timer = setTimeout(() => void this.reconnect(), retry)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const one of this.subscriptions) if (one.channel === channel) one.onPayload(payload)
    })
    try {
      await client.connect()
      for (const one of this.subscriptions) await listenTo(client, one)
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
   * A gap is reported only while the database answers: while it is unavailable, stale data is better than none. When the
   * database answers but LISTEN fails, a gap is reported every few seconds.
   */
  private async reconnect(): Promise<void> {
    await this.connect()
    if (!this.client && Date.now() - this.gapAt > gapInterval && (await this.isThere())) this.gap()
  }

  private gap(): void {
    this.gapAt = Date.now()
    for (const { onGap } of this.subscriptions) onGap()
  }
}

function listenTo(client: pg.Client, { channel }: Subscription) {
  return client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
