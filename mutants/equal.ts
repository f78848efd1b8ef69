import type { Mutant } from './find.ts'

/** Damage that nobody can notice, since the shop does the same with it: the line, what stands there instead, and why. */
export const equal: { file: string; was: string; text: string; why: string }[] = [
  {
    file: 'shop/orders/order-list.ts',
    was: "newest || query.sort === 'oldest'",
    text: 'newest',
    why: 'the oldest are then found by counting to them: slower, and the same',
  },
  {
    file: 'shop/orders/order-list.ts',
    was: 'payment && wholly[payment]',
    text: 'wholly[payment]',
    why: 'undefined is no key of that table',
  },
  {
    file: 'shop/orders/order-list.ts',
    was: "word.replace(/^#/, '') || []",
    text: "word.replace(/^#/, '')",
    why: 'an empty word is found in every order',
  },
  {
    file: 'shop/orders/parcel-documents.ts',
    was: 'and(inArray(orders.id, orderIds), isNotNull(orders.paidAt))',
    text: 'and(isNotNull(orders.paidAt))',
    why: 'orders that nobody asked for are read and left out: slower, and the same',
  },
  {
    file: 'shop/orders/status.ts',
    was: '!restock',
    text: 'true',
    why: 'a refund returns its units to stock unless told otherwise, so that it is told what it says already',
  },
  {
    file: 'shop/orders/notes.ts',
    was: 'adminId ?? null',
    text: 'adminId',
    why: 'a column that is not named is null',
  },
  {
    file: 'shop/payments/iyzico/report.ts',
    was: 'at && !Number.isNaN(at.getTime())',
    text: 'at',
    why: 'an invalid date is later than none, as undefined is',
  },
  {
    file: 'shop/payments/iyzico/report.ts',
    was: 'at && !Number.isNaN(at.getTime())',
    text: 'true',
    why: 'an invalid date is later than none, as undefined is',
  },
  {
    file: 'shop/payments/demo/demo.ts',
    was: "'THREE_DS_FAILED'",
    text: "''",
    why: 'any reason at all makes the code of such a card wrong, and the last call writes this one',
  },
  {
    file: 'shop/payments/installments.ts',
    was: "bin ?? ''",
    text: 'bin',
    why: 'without a card every key says undefined instead of nothing',
  },
  {
    file: 'shop/payments/installments.ts',
    was: 'plans',
    text: 'true',
    why: 'keeping undefined in that cache forgets the key',
  },
  {
    file: 'shop/payments/iyzico/client.ts',
    was: "{ kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }",
    text: 'undefined',
    why: 'nothing but an open circuit and outages is thrown',
  },
  {
    file: 'shop/accounts/addresses.ts',
    was: '!updated',
    text: 'false',
    why: 'it was found in the same transaction, under the lock of its user',
  },
  {
    file: 'shop/accounts/addresses.ts',
    was: 'and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true))',
    text: 'and(eq(userAddresses.userId, userId))',
    why: 'addresses that are no default become none',
  },
  {
    file: 'shop/accounts/passwords/passwords.ts',
    was: 'passwordHash',
    text: 'true',
    why: 'without a hash no cost is found in it, and no rest is spent',
  },
  {
    file: 'shop/accounts/sessions/session-list.ts',
    was: "ctx.actor.kind === 'user' && ctx.actor.id === userId",
    text: 'true',
    why: 'only sessions of the user are looked for, and a guest has none',
  },
  { file: 'shop/accounts/verification.ts', was: "'browser'", text: "''", why: 'only the network is asked for' },
  {
    file: 'server/cache/public-address.ts',
    was: 'url.length > longestKnown',
    text: 'url.length >= longestKnown',
    why: 'what is remembered is what would be computed',
  },
  ...['true', 'false', 'url.length <= longestKnown'].map((text) => ({
    file: 'server/cache/public-address.ts',
    was: 'url.length > longestKnown',
    text,
    why: 'what is remembered is what would be computed',
  })),
  ...['true', 'false', 'accept.length >= 100', 'accept.length <= 100'].map((text) => ({
    file: 'server/cache/compressed.ts',
    was: 'accept.length > 100',
    text,
    why: 'what is remembered is what would be computed',
  })),
  {
    file: 'server/cache/compressed.ts',
    was: "headers['cache-control']?.includes('immutable') ?? false",
    text: "headers['cache-control']?.includes('immutable')",
    why: 'undefined counts as false',
  },
  {
    file: 'server/cache/compressed.ts',
    was: "request.headers.get('accept-encoding') ?? undefined",
    text: "request.headers.get('accept-encoding')",
    why: 'null is nothing too',
  },
  {
    file: 'server/live-settings.ts',
    was: '1',
    text: '2',
    why: 'a part of ten different characters does not begin again after one',
  },
  {
    file: 'server/cache/public-address.ts',
    was: 'plain !== undefined && ourSpelling.test(plain)',
    text: 'ourSpelling.test(plain)',
    why: 'the word undefined has no slash in front, so it is no path of ours',
  },
  {
    file: 'server/live-settings.ts',
    was: 's.SMTP_URL && /[?&](tls\\.)?rejectUnauthorized=false/i.test(s.SMTP_URL)',
    text: '/[?&](tls\\.)?rejectUnauthorized=false/i.test(s.SMTP_URL)',
    why: 'the word undefined is no such address',
  },
  { file: 'server/app.ts', was: '1', text: '2', why: 'the first part is the same of one and of two' },
]

export const isEqual = (mutant: Omit<Mutant, 'id'>) =>
  equal.some(({ file, was, text }) => mutant.file === file && mutant.was === was && mutant.text === text)
