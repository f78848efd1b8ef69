import { Socket } from 'node:net'
import pg from 'pg'
import type { Host } from './hosts.ts'

/** Milliseconds until a check times out. */
const timeout = 4000

/** A server's last answer. A standby that is promoted begins a new timeline. */
type Answer =
  | { is: 'primary'; timeline: number; identity: string }
  | { is: 'standby'; identity: string }
  | { is: 'refused'; error: unknown }
  | { is: 'silent' }

type Row = { standby: boolean; timeline: string; identity: string }

/** A single address may lead to a service that tells no more than this. */
const whetherStandby = `select pg_is_in_recovery() as standby, '0' as timeline, '' as identity`
const whichPrimary = `select pg_is_in_recovery() as standby,
  case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline,
  (select system_identifier from pg_control_system())::text as identity`

/** Asks one server, over a connection of its own that stays open, whether it is there and what it is. */
export class Pulse {
  readonly host: Host
  answer: Answer = { is: 'silent' }
  private readonly alone: boolean
  private client: pg.Client | undefined
  private socket: Socket | undefined

  constructor(host: Host, alone: boolean) {
    this.host = host
    this.alone = alone
  }

  async ask(): Promise<void> {
    const text = this.alone ? whetherStandby : whichPrimary
    const client = this.client ?? this.open()
    const asked = (this.client ? Promise.resolve() : client.connect()).then(() => client.query<Row>(text))
    this.client = client
    this.answer = await Promise.race([
      asked.then(
        ({ rows: [row] }) => answerOf(row),
        (error: unknown): Answer => ({ is: 'refused', error }),
      ),
      silence(),
    ])
    // A balancer may lead elsewhere now than to this standby.
    const keep = this.answer.is === 'primary' || (this.answer.is === 'standby' && !this.alone)
    if (!keep) this.drop()
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => {})
  }

  private open(): pg.Client {
    const socket = new Socket()
    this.socket = socket
    const config = { connectionString: this.host.url, application_name: 'butik', stream: () => socket }
    const client = new pg.Client(config)
    client.on('error', () => {})
    return client
  }

  private drop(): void {
    this.client?.end().catch(() => {})
    if (this.answer.is === 'silent') this.socket?.destroy()
    this.client = undefined
  }
}

function answerOf(row: Row | undefined): Answer {
  if (!row || row.standby) return { is: 'standby', identity: row?.identity ?? '' }
  return { is: 'primary', timeline: Number.parseInt(row.timeline, 16), identity: row.identity }
}

/** Resolves at the timeout; the extra 100 ms let an answer be read that came while this process was busy. */
async function silence(): Promise<Answer> {
  await new Promise((resolve) => setTimeout(resolve, timeout))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { is: 'silent' }
}
