/**
 * The kinds of events that staff can be told of. Each kind finds in the shop's tables what happened and has no notice yet: no other
 * part of the shop knows of notices, and what happened while a process was down is found afterwards.
 */

import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, isId } from '../ctx.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { isProviderSilent } from '../payments/silence.ts'
import type { Right } from '../rights.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import { after, days, istanbulDay, minutes } from '../time.ts'
import type { NoticeKind } from './contract.ts'

/** `url`: an address of the panel. */
export type Found = {
  key: string
  title: string
  body: string
  /** For who may not see sums; left out: the same. */
  plainBody?: string
  url: string
  at: Date
}

type Kind = {
  label: string
  /** Only staff with this right are told. */
  right: Right
  /** Finds what happened since then and has no notice. */
  find: (ctx: Ctx, since: Date) => Promise<Found[]>
  /** Left out where the owner has not switched it on: nobody is offered it. */
  isOn?: (ctx: Ctx) => Promise<boolean>
  /** Several at once, such as after a quiet night. */
  many: (count: number) => { title: string; url: string }
}

/** The most that is noted at a time; the rest follows. */
const most = 200

const isNew = (key: SQL) => sql`not exists (select 1 from notices n where n.key = ${key})`

export const kinds: Record<NoticeKind, Kind> = {
  order: {
    label: 'Yeni sipariş',
    right: 'orders-read',
    find: findOrders,
    many: (count) => ({ title: `${count} yeni sipariş`, url: '/admin/siparisler' }),
  },
  money: {
    label: 'Karar bekleyen ödeme',
    right: 'payments',
    find: findMoney,
    many: (count) => ({ title: `${count} ödeme kararınızı bekliyor`, url: '/admin/odemeler' }),
  },
  return: {
    label: 'Yeni iade talebi',
    right: 'returns',
    find: findReturns,
    many: (count) => ({ title: `${count} yeni iade talebi`, url: '/admin/siparisler/iadeler' }),
  },
  message: {
    label: 'Yeni mesaj',
    right: 'messages',
    find: findMessages,
    many: (count) => ({ title: `${count} yeni mesaj`, url: '/admin/mesajlar' }),
  },
  review: {
    label: 'Bakılacak yorum',
    right: 'messages',
    isOn: areReviewsOn,
    find: findReviews,
    many: (count) => ({ title: `${count} yorum bakmanızı bekliyor`, url: '/admin/yorumlar' }),
  },
  stock: {
    label: 'Satılıp tükenen beden',
    right: 'catalog',
    find: findSoldOut,
    many: (count) => ({ title: `${count} beden tükendi`, url: '/admin/urunler?stok=tukendi' }),
  },
  trouble: {
    label: 'Ödeme ya da e-posta çalışmıyor',
    right: 'dashboard',
    find: findTrouble,
    many: () => ({ title: 'Mağazanızda aksayan işler var', url: '/admin' }),
  },
}

/** Between an order's beginning and its being placed: a payment under review at most. */
const longestOpen = days(1)

async function findOrders(ctx: Ctx, since: Date): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ id: string; kurus: number; pieces: number; at: string }>(sql`
    select o.id, o.total_kurus as kurus, o.placed_at as at,
      (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as pieces
    from orders o
    where o.placed_at is not null and o.created_at >= ${stamp(after(since, -longestOpen))} and o.placed_at >= ${stamp(since)}
      and ${isNew(sql`'order:' || o.id`)}
    order by o.created_at limit ${most}`)
  return rows.map(({ id, kurus, pieces, at }) => ({
    key: `order:${id}`,
    title: `Yeni sipariş ${shownOrderId(id)}`,
    body: `${formatKurus(kurus)}, ${pieces} parça`,
    plainBody: `${pieces} parça`,
    url: `/admin/siparisler?siparis=${id}`,
    at: new Date(at),
  }))
}

/** Payments that wait for a decision, and money that does not fit the books. */
async function findMoney(ctx: Ctx, since: Date): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ key: string; order_id: string | null; kurus: number | null; at: string }>(sql`
    select 'money:' || a.id as key, a.order_id::text, coalesce(a.charged_kurus, a.amount_kurus) as kurus, a.updated_at as at
    from payment_attempts a
    where a.status = 'PENDING' and a.held_reason is not null and a.updated_at >= ${stamp(since)}
      and ${isNew(sql`'money:' || a.id`)}
    union all
    select 'money:' || d.id, d.order_id::text, nullif(d.theirs_kurus, 0), d.found_at
    from payment_findings d
    where d.resolved_at is null and d.found_at >= ${stamp(since)} and ${isNew(sql`'money:' || d.id`)}
    limit ${most}`)
  return rows.map(({ key, order_id: orderId, kurus, at }) => ({
    key,
    title: 'Bir ödeme kararınızı bekliyor',
    body: [orderId && isId(orderId) ? `Sipariş ${shownOrderId(orderId)}` : '', kurus === null ? '' : formatKurus(kurus)]
      .filter(Boolean)
      .join(', '),
    url: '/admin/odemeler',
    at: new Date(at),
  }))
}

type Asked = { id: string; code: string; order_id: string; pieces: number; unsent: boolean; at: string }

async function findReturns(ctx: Ctx, since: Date): Promise<Found[]> {
  const { rows } = await ctx.db.execute<Asked>(sql`
    select r.id, r.code, r.order_id, r.created_at as at,
      exists (
        select from orders o
        where o.id = r.order_id and o.status in ('PENDING', 'CONFIRMED', 'PREPARED') and o.delivered_at is null
      ) as unsent,
      (select coalesce(sum(i.quantity), 0)::int from return_items i where i.return_id = r.id) as pieces
    from returns r
    where r.entered_by is null and r.created_at >= ${stamp(since)} and ${isNew(sql`'return:' || r.id`)}
    order by r.created_at limit ${most}`)
  return rows.map(({ id, code, order_id: orderId, pieces, unsent, at }) => ({
    key: `return:${id}`,
    title: `Yeni iade talebi ${code}`,
    body: `Sipariş ${shownOrderId(orderId)}, ${pieces} parça${unsent ? '; kargoya vermeyin' : ''}`,
    url: `/admin/siparisler/iadeler?q=${code}`,
    at: new Date(at),
  }))
}

async function findMessages(ctx: Ctx, since: Date): Promise<Found[]> {
  const { rows } = await ctx.db.execute<{ id: string; at: string }>(sql`
    select m.id, m.created_at as at from messages m
    where m.kind <> 'stock-notice' and m.read_at is null and m.archived_at is null and m.created_at >= ${stamp(since)}
      and ${isNew(sql`'message:' || m.id`)}
    order by m.created_at limit ${most}`)
  // Her words are read in the panel, not on a locked screen.
  return rows.map(({ id, at }) => ({
    key: `message:${id}`,
    title: 'Yeni mesaj',
    body: 'Mağazanıza bir mesaj geldi.',
    url: `/admin/mesajlar?mesaj=${id}`,
    at: new Date(at),
  }))
}

async function areReviewsOn(ctx: Ctx): Promise<boolean> {
  return (await findReviewSettings(ctx)).on
}

/** Those that wait to be looked at, also once they were changed, and those that a reader reported. */
async function findReviews(ctx: Ctx, since: Date): Promise<Found[]> {
  if (!(await areReviewsOn(ctx))) return []
  const key = sql`'review:' || v.id || ':' || v.version`
  const { rows } = await ctx.db.execute<{ key: string; id: string; name: string; reported: boolean; at: string }>(sql`
    select ${key} as key, v.id, p.name, false as reported, v.updated_at as at
    from reviews v join products p on p.id = v.product_id
    where v.status = 'WAITING' and v.updated_at >= ${stamp(since)} and ${isNew(key)}
    union all
    select 'review-report:' || r.id, v.id, p.name, true, r.created_at
    from review_reports r join reviews v on v.id = r.review_id join products p on p.id = v.product_id
    where r.settled_at is null and r.created_at >= ${stamp(since)} and ${isNew(sql`'review-report:' || r.id`)}
    limit ${most}`)
  // Her words are read in the panel, not on a locked screen.
  return rows.map(({ key, id, name, reported, at }) => ({
    key,
    title: reported ? 'Bir yorum bildirildi' : 'Yeni yorum onayınızı bekliyor',
    body: name,
    url: `/admin/yorumlar?yorum=${id}`,
    at: new Date(at),
  }))
}

/** Sizes of which an order took the last piece; each once a day. */
async function findSoldOut(ctx: Ctx, since: Date): Promise<Found[]> {
  const day = istanbulDay(ctx.clock())
  const { rows } = await ctx.db.execute<{ id: string; product_id: string; name: string; size: string; at: string }>(sql`
    select v.id, p.id as product_id, p.name, v.size, max(o.placed_at) as at
    from orders o join order_items i on i.order_id = o.id
      join variants v on v.id = i.variant_id join products p on p.id = v.product_id
    where o.placed_at is not null and o.created_at >= ${stamp(after(since, -longestOpen))} and o.placed_at >= ${stamp(since)}
      and v.stock = 0 and v.retired_at is null and p.deleted_at is null and p.published_at is not null
      and ${isNew(sql`'stock:' || v.id || ':' || ${day}::text`)}
    group by v.id, p.id limit ${most}`)
  return rows.map(({ id, product_id: productId, name, size, at }) => ({
    key: `stock:${id}:${day}`,
    title: 'Bir beden tükendi',
    body: `${name}, ${size} beden`,
    url: `/admin/urunler/${productId}`,
    at: new Date(at),
  }))
}

/** Said once an hour while it lasts, mails once a day. */
async function findTrouble(ctx: Ctx): Promise<Found[]> {
  const now = ctx.clock()
  const found = [...(await findSilence(ctx, now)), ...(await findStuckMails(ctx, now))]
  const known = await Promise.all(found.map(({ key }) => isNoted(ctx, key)))
  return found.filter((_, n) => !known[n])
}

async function findSilence(ctx: Ctx, now: Date): Promise<Found[]> {
  if (!(await isProviderSilent(ctx))) return []
  return [
    {
      key: `trouble:provider:${now.toISOString().slice(0, 13)}`,
      title: 'Ödeme kuruluşu yanıt vermiyor',
      body: 'Kartla ödemeler tamamlanamıyor. Ödemeler sayfasını açın; sürerse kuruluşu arayın.',
      url: '/admin/odemeler',
      at: now,
    },
  ]
}

async function findStuckMails(ctx: Ctx, now: Date): Promise<Found[]> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from mails where sent_at is null and last_error is not null
      and created_at between ${stamp(after(now, -days(1)))} and ${stamp(after(now, -minutes(10)))} limit 1`)
  if (rows.length === 0) return []
  return [
    {
      key: `trouble:mail:${istanbulDay(now)}`,
      title: 'E-postalar gönderilemiyor',
      body: 'Müşterileriniz sipariş e-postalarını alamıyor. E-postalar sayfasında nedenini görebilirsiniz.',
      url: '/admin/e-postalar?durum=failed',
      at: now,
    },
  ]
}

async function isNoted(ctx: Ctx, key: string): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`select 1 from notices where key = ${key}`)
  return rows.length > 0
}

function stamp(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`
}
