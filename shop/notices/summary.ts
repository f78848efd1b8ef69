import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { type Dashboard, getDashboard } from '../desk/dashboard.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { after, days, formatDate, hours, istanbulDay, startOfIstanbulDay } from '../time.ts'
import type { Person } from './choices.ts'
import { type DaySummary, summaryMail } from './notice-mail.ts'
import { noticeDeliveries, notices } from './schema.ts'

/** Counted from the start of a day in Istanbul. A process that was down at nine still sends the summary until noon. */
const from = hours(9)
const until = hours(12)

/** Mails the day before and what waits, once a morning, to those who want it. */
export async function summarize(ctx: Ctx, people: Person[]): Promise<void> {
  const now = ctx.clock()
  const today = istanbulDay(now)
  const passed = now.getTime() - startOfIstanbulDay(today).getTime()
  const readers = people.filter(({ summary, rights }) => summary && rights.includes('dashboard'))
  if (readers.length === 0 || passed < from || passed >= until) return
  for (const reader of readers) await sendSummary(ctx, today, reader)
}

async function sendSummary(ctx: Ctx, today: string, { userId, email, rights }: Person): Promise<void> {
  const now = ctx.clock()
  const key = `summary:${today}:${userId}`
  await inTransaction(ctx, async (ctx) => {
    const words = { title: 'Günün özeti', body: '', url: '/admin' }
    const noted = await ctx.db
      .insert(notices)
      .values({ key, kind: 'summary', ...words, happenedAt: now, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: notices.key })
    if (noted.length === 0) return
    await ctx.db
      .insert(noticeDeliveries)
      .values({ id: newId(), noticeKey: key, userId, channel: 'mail', dueAt: now, attempts: 1, sentAt: now })
    const { salesKurus, ...summary } = await summaryOf(ctx)
    const seen = rights.includes('amounts') ? { ...summary, salesKurus } : summary
    await queueMail(ctx, { to: email, ...summaryMail(await findBrand(ctx), seen) })
  })
}

async function summaryOf(ctx: Ctx): Promise<DaySummary> {
  const dashboard = await getDashboard({ ...ctx, actor: { kind: 'system' } })
  const yesterday = istanbulDay(after(ctx.clock(), -days(1)))
  const sales = dashboard.sales.days.find(({ day }) => day === yesterday)
  return {
    day: formatDate(startOfIstanbulDay(yesterday)),
    salesKurus: sales?.kurus ?? 0,
    orders: sales?.orders ?? 0,
    waiting: waitingIn(dashboard),
  }
}

type Waiting = Dashboard['waiting']
const lines: [keyof Waiting, string][] = [
  ['chargedWithoutOrder', 'ödeme çekildi, siparişi yok'],
  ['paymentMismatches', 'ödeme uyuşmazlığı'],
  ['failedMails', 'e-posta gönderilemedi'],
  ['troubledParcels', 'paket teslim edilemedi'],
  ['lateToSend', 'siparişin kargosu gecikti'],
  ['returnsPressing', 'iadenin ödeme süresi doluyor'],
  ['newOrders', 'yeni sipariş'],
  ['toPrepare', 'sipariş hazırlanacak'],
  ['toShip', 'sipariş kargoya verilecek'],
  ['awaitingMoney', 'siparişin ödemesi bekleniyor'],
  ['returnsToDecide', 'iade karar bekliyor'],
  ['unreadMessages', 'okunmamış mesaj'],
  ['reviewsOpen', 'yorum bakılmayı bekliyor'],
  ['soldOut', 'ürün tükendi'],
]

function waitingIn({ waiting }: Dashboard): string[] {
  return lines.flatMap(([name, words]) => (waiting[name] > 0 ? [`${waiting[name]} ${words}`] : []))
}
