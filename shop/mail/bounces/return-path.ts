import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'

/** Both in letters and digits of one case: servers change the case of addresses. */
const idLength = 25
const signatureLength = 13

/**
 * Where a mail comes back to: an address for this mail alone, which nobody can make up (VERP). Its sender, as people read it,
 * stays. Undefined without MAIL_BOUNCES: it comes back to the sender's mailbox then.
 */
function returnPathOf(ctx: Ctx, mailId: string): string | undefined {
  const { mailBounces } = ctx.config
  if (!mailBounces) return undefined
  const at = mailBounces.lastIndexOf('@')
  const token = `${digitsOf(mailId.replaceAll('-', ''), idLength)}${signatureOf(ctx, mailId)}`
  return `${mailBounces.slice(0, at)}+${token}${mailBounces.slice(at)}`
}

/** For nodemailer; nothing while mails come back to their sender. */
export function envelopeOf(ctx: Ctx, mailId: string, to: string): { envelope?: { from: string; to: string } } {
  const from = returnPathOf(ctx, mailId)
  return from ? { envelope: { from, to } } : {}
}

/** The mail whose return address has this token; undefined when the shop did not make it. */
export function mailOfToken(ctx: Ctx, token: string): string | undefined {
  if (!/^[0-9a-z]{38}$/i.test(token)) return undefined
  const number = [...token.toLowerCase().slice(0, idLength)].reduce(
    (n, digit) => n * 36n + BigInt(Number.parseInt(digit, 36)),
    0n,
  )
  const hex = number.toString(16).padStart(32, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  const given = Buffer.from(token.toLowerCase().slice(idLength))
  return hex.length === 32 && timingSafeEqual(given, Buffer.from(signatureOf(ctx, id))) ? id : undefined
}

function signatureOf(ctx: Ctx, mailId: string): string {
  const mac = createHmac('sha256', ctx.config.authSecret).update(`bounce:${mailId}`).digest('hex')
  return digitsOf(mac.slice(0, 16), signatureLength)
}

function digitsOf(hex: string, length: number): string {
  return BigInt(`0x${hex}`).toString(36).padStart(length, '0')
}
