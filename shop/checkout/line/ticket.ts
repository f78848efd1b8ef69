import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'

/** The ticket for a place in line: its number, signed for one person, so that it is worth nothing to anybody else. */
export function ticketOf({ config }: Pick<Ctx, 'config'>, place: number, person: string): string {
  return `${place}.${signatureOf(config.authSecret, place, person)}`
}

/** The place of this person's ticket; undefined when it is none of hers or ours. */
export function placeIn(ctx: Pick<Ctx, 'config'>, ticket: string, person: string): number | undefined {
  const place = numberIn(ticket)
  if (place === undefined) return undefined
  const [given, right] = [Buffer.from(ticket), Buffer.from(ticketOf(ctx, place, person))]
  return given.length === right.length && timingSafeEqual(given, right) ? place : undefined
}

/** The number on a ticket, whosever it is. */
export function numberIn(ticket: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,14})\.[\w-]{22}$/.exec(ticket) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function signatureOf(secret: string, place: number, person: string): string {
  return createHmac('sha256', secret).update(`checkout-line:${place}:${person}`).digest('base64url').slice(0, 22)
}
