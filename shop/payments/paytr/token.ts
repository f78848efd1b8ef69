import { createHmac, timingSafeEqual } from 'node:crypto'

export type PaytrSecrets = { key: string; salt: string }

/** PayTR's `paytr_token`: the values without separators and the salt, as HMAC-SHA256 in base64. */
export function tokenOf({ key, salt }: PaytrSecrets, ...values: (string | number)[]): string {
  return createHmac('sha256', key)
    .update(values.join('') + salt)
    .digest('base64')
}

/** Whether PayTR sent a notification: there the salt stands after the order's number. In constant time. */
export function isFromPaytr(
  { key, salt }: PaytrSecrets,
  told: { oid: string; status: string; amount: string; hash: string },
): boolean {
  const expected = createHmac('sha256', key)
    .update(told.oid + salt + told.status + told.amount)
    .digest('base64')
  const [a, b] = [Buffer.from(expected), Buffer.from(told.hash)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** PayTR takes letters and digits alone, 64 at most, as the number of an order; a conversation has other characters too. */
export function toOid(conversationId: string): string {
  return Buffer.from(conversationId).toString('hex')
}

/** The conversation of an order's number; what is none of ours gives one that nobody has. */
export function fromOid(oid: string): string {
  return /^([0-7][0-9a-f])+$/.test(oid) ? Buffer.from(oid, 'hex').toString() : ''
}

/** Kuruş → the text that PayTR takes for a refund: 119950 → '1199.50' */
export function toAmount(kurus: number): string {
  return `${Math.trunc(kurus / 100)}.${String(kurus % 100).padStart(2, '0')}`
}

/** PayTR's amount, with a comma or a point ('10,8', '10.80', 10) → kuruş; NaN when it is none. */
export function fromAmount(amount: string | number): number {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(String(amount)) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
