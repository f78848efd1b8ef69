import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { newId } from '../../ctx.ts'
import type {
  ChargeRequest,
  HostedPage,
  HostedRequest,
  ListedCharge,
  PaymentBooks,
  PaymentOutcome,
  PaymentProvider,
} from '../../payment-provider.ts'
import { after, days, seconds, startOfIstanbulDay } from '../../time.ts'
import { declineSentence } from '../declines.ts'
import { demoCharges, demoRefunds } from '../schema.ts'
import { demoPlans } from './installments.ts'

/** The SMS code of the demo bank's page. */
export const demoSmsCode = '283126'

/** Test cards that iyzico publishes, and how their bank answers. Every other valid number succeeds. */
const cards: Record<string, { decline?: string; threeDs?: 'passes' | 'fails'; answersAfter?: number }> = {
  '4111111111111129': { decline: 'NOT_SUFFICIENT_FUNDS' },
  '4129111111111111': { decline: 'DO_NOT_HONOUR' },
  '4125111111111115': { decline: 'EXPIRED_CARD' },
  '4124111111111116': { decline: 'INVALID_CVC2' },
  '4131111111111117': { threeDs: 'fails' },
  '5526080000000006': { threeDs: 'passes' },
  '4120111111111110': { answersAfter: seconds(20) },
}

type Bank = { db: Db; clock: () => Date; publicUrl: string; threeDs: 'always' | 'never' | 'auto' }

/** A bank without a network: writes its own books first, in statements of its own, and then answers. */
export function demoProvider(bank: Bank): PaymentProvider {
  return {
    name: 'demo',
    memory: seconds(30),
    charge: (request) => charge(bank, request),
    openPage: (request) => openPage(bank, request),
    // The demo bank signs nothing: its own books say what the shopper did there.
    readReturn: () => ({ kind: 'passed' }),
    async finishThreeDs({ conversationId }) {
      // As at a real provider, no money moves before this call.
      await bank.db
        .update(demoCharges)
        .set({
          status: sql`case when ${demoCharges.threeDsOk} then 'CHARGED' else 'DECLINED' end`,
          declineCode: sql`case when ${demoCharges.threeDsOk} then null else 'THREE_DS_FAILED' end`,
        })
        .where(
          and(
            eq(demoCharges.conversationId, conversationId),
            eq(demoCharges.status, 'AWAITING_3DS'),
            sql`${demoCharges.threeDsOk} is not null`,
          ),
        )
      return find(bank, conversationId)
    },
    find: (conversationId) => find(bank, conversationId),
    refund: ({ refundId, paymentId, amountKurus }) => refund(bank, refundId, paymentId, amountKurus),
    listInstallments: async (priceKurus, bin) => demoPlans(priceKurus, bin),
    listCharges: (day) => listCharges(bank, day),
    findBooks: ({ paymentId }) => findBooks(bank, paymentId),
  }
}

async function charge(bank: Bank, request: ChargeRequest): Promise<PaymentOutcome> {
  const card = cards[request.card.number] ?? {}
  const asksFirst =
    !card.decline && (bank.threeDs === 'always' || (bank.threeDs === 'auto' && card.threeDs !== undefined))
  const declined = card.decline ?? (bank.threeDs === 'never' && card.threeDs === 'fails' ? 'DO_NOT_HONOUR' : undefined)
  const [row] = await bank.db
    .insert(demoCharges)
    .values({
      paymentId: newId(),
      conversationId: request.conversationId,
      orderId: request.orderId,
      amountKurus: request.amountKurus,
      status: declined ? 'DECLINED' : asksFirst ? 'AWAITING_3DS' : 'CHARGED',
      // A card that will fail its 3-D Secure check carries the reason already.
      declineCode: declined ?? (card.threeDs === 'fails' ? 'THREE_DS_FAILED' : null),
      callbackUrl: request.callbackUrl,
      createdAt: bank.clock(),
    })
    .returning()
  if (card.answersAfter) await wait(card.answersAfter, undefined, { ref: false })
  return outcomeOf(bank, row)
}

/** A page of the bank's own: nothing is charged until a card is typed there. */
async function openPage(bank: Bank, request: HostedRequest): Promise<HostedPage> {
  const { conversationId, orderId, amountKurus, callbackUrl } = request
  const paymentId = newId()
  await bank.db.insert(demoCharges).values({
    ...{ paymentId, conversationId, orderId, amountKurus, callbackUrl },
    status: 'AWAITING_3DS',
    onPage: true,
    createdAt: bank.clock(),
  })
  return { kind: 'page', redirectUrl: `${bank.publicUrl}/demo-bank/odeme/${paymentId}`, reference: paymentId }
}

async function find(bank: Bank, conversationId: string): Promise<PaymentOutcome> {
  const [row] = await bank.db.select().from(demoCharges).where(eq(demoCharges.conversationId, conversationId))
  return outcomeOf(bank, row)
}

function outcomeOf(bank: Bank, row: typeof demoCharges.$inferSelect | undefined): PaymentOutcome {
  if (!row) return { kind: 'none' }
  switch (row.status) {
    case 'CHARGED':
      return { kind: 'charged', paymentId: row.paymentId, amountKurus: row.amountKurus, orderId: row.orderId }
    case 'DECLINED': {
      const code = row.declineCode ?? 'DO_NOT_HONOUR'
      return { kind: 'declined', code, message: declineSentence(code) }
    }
    case 'AWAITING_3DS':
      if (row.onPage) return { kind: '3ds', paymentId: row.paymentId }
      return { kind: '3ds', paymentId: row.paymentId, redirectUrl: `${bank.publicUrl}/demo-bank/3ds/${row.paymentId}` }
  }
}

async function refund(bank: Bank, refundId: string, paymentId: string, amountKurus: number) {
  return bank.db.transaction(async (tx) => {
    const added = await tx
      .insert(demoRefunds)
      .values({ refundId, paymentId, amountKurus, createdAt: bank.clock() })
      .onConflictDoNothing()
      .returning({ refundId: demoRefunds.refundId })
    if (added.length === 0) return { kind: 'refunded' as const }
    const moved = await tx
      .update(demoCharges)
      .set({ refundedKurus: sql`${demoCharges.refundedKurus} + ${amountKurus}` })
      .where(
        and(
          eq(demoCharges.paymentId, paymentId),
          eq(demoCharges.status, 'CHARGED'),
          sql`${demoCharges.refundedKurus} + ${amountKurus} <= ${demoCharges.amountKurus}`,
        ),
      )
      .returning({ paymentId: demoCharges.paymentId })
    if (moved.length > 0) return { kind: 'refunded' as const }
    await tx.delete(demoRefunds).where(eq(demoRefunds.refundId, refundId))
    return { kind: 'refused' as const, message: 'Banka iadeyi kabul etmedi.' }
  })
}

async function listCharges(bank: Bank, day: string): Promise<ListedCharge[]> {
  const start = startOfIstanbulDay(day)
  const within = and(gte(demoCharges.createdAt, start), lt(demoCharges.createdAt, after(start, days(1))))
  return bank.db
    .select({
      paymentId: demoCharges.paymentId,
      conversationId: demoCharges.conversationId,
      amountKurus: demoCharges.amountKurus,
      refundedKurus: demoCharges.refundedKurus,
    })
    .from(demoCharges)
    .where(and(within, eq(demoCharges.status, 'CHARGED')))
}

async function findBooks(bank: Bank, paymentId: string): Promise<PaymentBooks | undefined> {
  const [books] = await bank.db
    .select({ amountKurus: demoCharges.amountKurus, refundedKurus: demoCharges.refundedKurus })
    .from(demoCharges)
    .where(and(eq(demoCharges.paymentId, paymentId), eq(demoCharges.status, 'CHARGED')))
  return books
}

/** A charge that the shop knows nothing of, as another till of the same merchant would make it. */
export async function addForeignDemoCharge(db: Db, amountKurus: number, createdAt: Date): Promise<string> {
  const paymentId = newId()
  await db.insert(demoCharges).values({
    paymentId,
    amountKurus,
    createdAt,
    conversationId: `foreign-${paymentId}`,
    orderId: newId(),
    status: 'CHARGED',
  })
  return paymentId
}

/** The payment that the bank's page shows. */
export async function findDemoBankPage(db: Db, paymentId: string) {
  const [row] = await db
    .select({
      amountKurus: demoCharges.amountKurus,
      status: demoCharges.status,
      threeDsOk: demoCharges.threeDsOk,
      onPage: demoCharges.onPage,
    })
    .from(demoCharges)
    .where(eq(demoCharges.paymentId, paymentId))
  return row
}

/** The shopper typed the code (or gave up): the bank decides, then sends her back to the shop. */
export async function answerDemoBankPage(db: Db, paymentId: string, smsCode: string) {
  const [row] = await db
    .update(demoCharges)
    .set({ threeDsOk: sql`${smsCode === demoSmsCode} and ${demoCharges.declineCode} is null` })
    .where(and(eq(demoCharges.paymentId, paymentId), eq(demoCharges.status, 'AWAITING_3DS')))
    .returning({ conversationId: demoCharges.conversationId, callbackUrl: demoCharges.callbackUrl })
  return row
}

/** A card that was typed on the bank's own page: where the shopper goes next, or why she may try another card. */
export async function payDemoPage(
  db: Db,
  paymentId: string,
  cardNumber: string,
): Promise<{ callbackUrl: string | null } | { refused: string }> {
  const card = cards[cardNumber] ?? {}
  const code = card.decline ?? (card.threeDs === 'fails' ? 'THREE_DS_FAILED' : undefined)
  if (code !== undefined) return { refused: declineSentence(code) }
  return endDemoPage(db, paymentId, { status: 'CHARGED' })
}

/** The shopper leaves the bank's own page without paying. */
export async function leaveDemoPage(db: Db, paymentId: string): Promise<{ callbackUrl: string | null }> {
  return endDemoPage(db, paymentId, { status: 'DECLINED', declineCode: 'PAGE_LEFT' })
}

async function endDemoPage(db: Db, paymentId: string, end: { status: 'CHARGED' | 'DECLINED'; declineCode?: string }) {
  const [row] = await db
    .update(demoCharges)
    .set(end)
    .where(
      and(eq(demoCharges.paymentId, paymentId), eq(demoCharges.status, 'AWAITING_3DS'), eq(demoCharges.onPage, true)),
    )
    .returning({ callbackUrl: demoCharges.callbackUrl })
  return row ?? { callbackUrl: null }
}

/** The bank's ledger, newest first. */
export async function listDemoLedger(db: Db) {
  return db.select().from(demoCharges).orderBy(desc(demoCharges.createdAt), desc(demoCharges.paymentId))
}
