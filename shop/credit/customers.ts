import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, requireRight, requireUser } from '../ctx.ts'
import { brokenConstraint, notFound, ShopError } from '../errors.ts'
import { creditGivenMail } from '../mail/credit-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { formatKurus } from '../money.ts'
import { findBrand } from '../settings/brand.ts'
import type { NewCredit } from './contract.ts'
import { book, type CreditEntry, findBalance, listEntries } from './ledger.ts'
import { creditEntries } from './schema.ts'

export type Credit = { balanceKurus: number; entries: CreditEntry[] }

/** The signed-in shopper's own. */
export async function getMyCredit(ctx: Ctx): Promise<Credit> {
  return creditOf(ctx, requireUser(ctx))
}

export type CustomerCredit = Credit & { customer: { id: string; firstName: string; lastName: string; email: string } }

/** A customer's, for the owner. */
export async function getCustomerCredit(ctx: Ctx, userId: string): Promise<CustomerCredit> {
  requireRight(ctx, 'orders-read')
  const customer = await getCustomer(ctx, userId)
  return { customer, ...(await creditOf(ctx, userId)) }
}

async function creditOf(ctx: Ctx, userId: string): Promise<Credit> {
  return { balanceKurus: await findBalance(ctx, userId), entries: await listEntries(ctx, userId) }
}

async function getCustomer(ctx: Ctx, userId: string) {
  const { id, firstName, lastName, email } = users
  // A guest has no account to spend it from.
  const [user] = isId(userId)
    ? await ctx.db
        .select({ id, firstName, lastName, email })
        .from(users)
        .where(and(eq(id, userId), isNull(users.deletedAt), eq(users.guest, false)))
    : []
  if (!user) throw noSuchCustomer()
  return user
}

/**
 * Gives a customer credit as a gift, which she is mailed, or takes some back; the same key does it once. CONFLICT when there
 * is not so much to take.
 */
export async function changeCredit(ctx: Ctx, userId: string, input: NewCredit, key?: string): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  const customer = await getCustomer(ctx, userId)
  const { takeBack, reason: note } = input
  const amountKurus = takeBack ? -input.amount : input.amount
  try {
    await inTransaction(ctx, async (ctx) => {
      await requireStanding(ctx, userId)
      if (key && (await wasDone(ctx, userId, key, { amountKurus, note }))) return
      const entry = { userId, amountKurus, note, actorId: actorId ?? null, requestKey: key ?? null }
      if (!(await book(ctx, { ...entry, cause: takeBack ? 'taken-back' : 'gift' }))) {
        const left = formatKurus(await findBalance(ctx, userId))
        throw new ShopError('CONFLICT', `Müşterinin kredisi ${left}; bundan fazlası geri alınamaz.`)
      }
      await recordChange(ctx, {
        action: 'credit.change',
        subject: { id: userId, name: `${customer.firstName} ${customer.lastName}` },
        after: { creditKurus: amountKurus, reason: note },
      })
      if (takeBack) return
      const { firstName, email } = customer
      const mail = creditGivenMail(await findBrand(ctx), { firstName, amountKurus, reason: note })
      await queueMail(ctx, { to: email, ...mail })
    })
  } catch (error) {
    // The same key at the same instant: the other request was first.
    const isTaken = key && brokenConstraint(error) === 'credit_entries_request_key'
    if (!isTaken || !(await wasDone(ctx, userId, key, { amountKurus, note }))) throw error
  }
}

/** The account may not end, nor go into another, until the transaction does: nobody would have the credit. */
async function requireStanding({ db }: Ctx, userId: string): Promise<void> {
  const stands = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await db.select({ id: users.id }).from(users).where(stands).for('share')
  if (!user) throw noSuchCustomer()
}

function noSuchCustomer() {
  return notFound('Müşteri bulunamadı.')
}

/** Whether this key was used for the same; IDEMPOTENCY_CONFLICT when it was for something else. */
async function wasDone(ctx: Ctx, userId: string, key: string, same: { amountKurus: number; note: string }) {
  const [known] = await ctx.db
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.requestKey, key)))
  if (!known) return false
  if (known.amountKurus === same.amountKurus && known.note === same.note) return true
  throw new ShopError('IDEMPOTENCY_CONFLICT', 'Bu istek daha önce başka bir kredi için kullanıldı; sayfayı yenileyin.')
}
