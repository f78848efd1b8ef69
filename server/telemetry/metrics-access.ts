import { timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'

/** This machine and networks that the internet does not reach. */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether /metrics answers: to a collector nearby that asks directly, and to callers with METRICS_TOKEN. A request through
 * a proxy comes from nearby too, but may be anybody's: its headers tell.
 */
export function mayMeasure(socketAddress: string, headers: Headers, token: string | undefined): boolean {
  const shown = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token && shown && isSame(shown, token)) return true
  const handedOn = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'].some((name) =>
    headers.has(name),
  )
  const address = socketAddress.replace(/^::ffff:/, '')
  return !handedOn && near.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
