import { Socket } from 'node:net'
import { hostsOf } from './hosts.ts'
import { Pulse } from './pulse.ts'

/** Milliseconds between two checks, and until the next one while the database is unavailable. */
const pause = 2000
const retry = 500

export type DatabaseNews = { is: 'unavailable' } | { is: 'back' } | { is: 'moved'; to: string }

/**
 * Knows which server of the database is the primary, and leads every connection there. Queries notice by themselves a server
 * that refuses them; a silent one (a cut cable, a frozen machine) would block them until TCP gives up, for minutes, and one
 * that has become a standby would refuse every change. Therefore, when a check times out, or something else is the primary now,
 * every socket made here is destroyed, and the queries on them fail at once.
 */
export class Lifeline {
  private readonly sockets = new Set<Socket>()
  private readonly pulses: Pulse[]
  private readonly notify: (news: DatabaseNews) => void
  private readonly timers = new Map<Pulse, NodeJS.Timeout>()
  /** Where connections go: the primary, or what was it last. */
  private current: Pulse
  /** Whether it was the primary when something was last known of it. */
  private found = false
  /** The latest timeline seen: a primary of an earlier one is cut off from the others, and does not know of its end. */
  private timeline = 0
  private identity: string | undefined
  private unavailable = false
  private closed = false

  constructor(url: string, notify: (news: DatabaseNews) => void) {
    const [first, ...others] = hostsOf(url)
    this.current = new Pulse(first, others.length === 0)
    this.pulses = [this.current, ...others.map((host) => new Pulse(host, false))]
    this.notify = notify
  }

  /** Makes the socket of every connection to this database. */
  readonly stream = (): Socket => {
    const socket = sendTogether(new Socket())
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
    if (this.pulses.length === 1) return socket
    // With several servers it connects to the one that is primary at that moment.
    const connect = socket.connect.bind(socket)
    return Object.assign(socket, { connect: () => connect(this.current.host.port, this.current.host.host) })
  }

  /** Finds the primary; throws what keeps it from being found. */
  async find(): Promise<void> {
    await Promise.all(this.pulses.map((pulse) => pulse.ask()))
    const told = this.pulses.flatMap(({ answer }) => ('identity' in answer ? [answer.identity] : []))
    if (new Set(told).size > 1) throw new Error('its servers hold different databases')
    this.identity = told[0]
    if (this.follow()) return
    const refused = this.pulses.map(({ answer }) => answer).find(({ is }) => is === 'refused')
    if (refused?.is === 'refused') throw refused.error
    throw new Error(told.length > 0 ? 'it only lets read: none of its servers is the primary' : 'it does not answer')
  }

  start(): void {
    for (const pulse of this.pulses) this.schedule(pulse)
  }

  async close(): Promise<void> {
    this.closed = true
    for (const timer of this.timers.values()) clearTimeout(timer)
    await Promise.all(this.pulses.map((pulse) => pulse.close()))
  }

  private schedule(pulse: Pulse): void {
    this.timers.set(
      pulse,
      setTimeout(() => void this.beat(pulse), this.unavailable ? retry : pause),
    )
  }

  private async beat(pulse: Pulse): Promise<void> {
    await pulse.ask()
    if (this.closed) return
    const available = this.follow()
    const { is } = this.current.answer
    if (pulse === this.current && (is === 'silent' || is === 'standby')) this.end()
    if (this.unavailable === available) {
      this.unavailable = !available
      this.notify({ is: available ? 'back' : 'unavailable' })
    }
    this.schedule(pulse)
  }

  /** Leads connections to the primary from now on; false while there is none. */
  private follow(): boolean {
    const primary = this.findPrimary()
    if (!primary) {
      if (this.current.answer.is === 'standby') this.found = false
      return false
    }
    if (this.found && primary.pulse === this.current && primary.timeline === this.timeline) return true
    const { host } = primary.pulse
    if (this.timeline > 0) this.notify({ is: 'moved', to: `${host.host}:${host.port}` })
    this.current = primary.pulse
    this.timeline = primary.timeline
    this.found = true
    this.end()
    return true
  }

  private findPrimary(): { pulse: Pulse; timeline: number } | undefined {
    let latest: { pulse: Pulse; timeline: number } | undefined
    for (const pulse of [this.current, ...this.pulses]) {
      const { answer } = pulse
      if (answer.is !== 'primary' || answer.identity !== this.identity) continue
      if (answer.timeline >= this.timeline && (!latest || answer.timeline > latest.timeline))
        latest = { pulse, timeline: answer.timeline }
    }
    return latest
  }

  private end(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}

/**
 * Sends all queries of one turn of the event loop at once: each packet makes the system wake PostgreSQL, which was a sixth of the
 * processor time of a checkout. Works only without encryption: an encrypted connection has a socket of its own.
 */
function sendTogether(socket: Socket): Socket {
  const cork = socket.cork.bind(socket)
  let held = false
  socket.cork = () => {
    cork()
    if (held) return
    held = true
    cork()
    process.nextTick(() => {
      held = false
      socket.uncork()
    })
  }
  return socket
}
