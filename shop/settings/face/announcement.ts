/**
 * The line over every page. It is part of the pages that are kept, so its start and its end are changes of all pages:
 * `tendAnnouncement` announces them, once, whichever process comes first.
 */

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { momentText } from '../../fields/contract.ts'
import { oneLine } from '../../one-line.ts'
import { formatMoment } from '../../time.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting } from '../settings.ts'
import { LinkTo } from './link.ts'

const moment = momentText('Tarih ve saat geçersiz').nullable()

export const Announcement = z
  .object({
    on: z.boolean('Şeridin açık olup olmadığını belirtin'),
    text: z
      .string('Metin gerekli')
      .transform((text) => oneLine(text).trim())
      .pipe(z.string().max(140, 'En çok 140 karakter yazabilirsiniz')),
    /** Where a tap leads; blank: nowhere. */
    link: z.union([z.literal(''), LinkTo], 'Bağlantı / ya da https:// ile başlamalı; örneğin /elbise'),
    /** From when and until when it is shown; null: at once, and for good. */
    from: moment,
    until: moment,
    /** A shopper may close it; it stays closed in her browser until its words change. */
    closable: z.boolean('Kapatılıp kapatılamayacağını belirtin'),
  })
  .refine(({ on, text }) => !on || text !== '', { error: 'Açık bir şeridin metni gerekli', path: ['text'] })
  .refine(({ from, until }) => !from || !until || new Date(from) < new Date(until), {
    error: 'Bitiş, başlangıçtan sonra olmalı',
    path: ['until'],
  })
export type Announcement = z.infer<typeof Announcement>

export const announcementKey = 'announcement'
/** Whether it is shown now, for `tendAnnouncement` alone. */
const shownKey = 'announcement.shown'

export const usualAnnouncement: Announcement = {
  on: false,
  text: '',
  link: '',
  from: null,
  until: null,
  closable: true,
}

export async function findAnnouncement(ctx: Ctx): Promise<Announcement> {
  return (await findSetting(ctx, announcementKey, Announcement)) ?? usualAnnouncement
}

/** As pages show it; `id` changes with its words and is there when it can be closed. */
export type ShownAnnouncement = { text: string; link?: string; id?: string }

/** Undefined while it is off, or outside of its time. */
export function shownAnnouncement(own: Announcement | undefined, now: Date): ShownAnnouncement | undefined {
  if (!own?.on || !isTimeOf(own, now)) return undefined
  const { text, link, closable } = own
  const id = createHash('sha256').update(`${text} ${link}`).digest('base64url').slice(0, 8)
  return { text, ...(link && { link }), ...(closable && { id }) }
}

function isTimeOf({ from, until }: Announcement, now: Date): boolean {
  return (!from || new Date(from) <= now) && (!until || now < new Date(until))
}

export async function saveAnnouncement(ctx: Ctx, own: Announcement, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'announcement', announcementKey, edited, async (ctx) => {
    await noteShown(ctx, own)
    return { value: own, published: own, before: factsOf(await findAnnouncement(ctx)), after: factsOf(own) }
  })
}

/** Announces its start and its end. Where none has a time nothing is written. */
export async function tendAnnouncement(ctx: Ctx): Promise<void> {
  const own = await findSetting(ctx, announcementKey, Announcement)
  if (!own?.on || !(own.from || own.until)) return
  await inTransaction(ctx, async (ctx) => {
    if (await noteShown(ctx, own)) await announceCatalogChange(ctx, 'everything')
  })
}

/** True for the one caller that finds it changed. */
async function noteShown(ctx: Ctx, own: Announcement): Promise<boolean> {
  const shown = own.on && isTimeOf(own, ctx.clock())
  const { rows } = await ctx.db.execute(sql`
    insert into settings as kept (key, value, updated_at)
    values (${shownKey}, ${String(shown)}::jsonb, ${ctx.clock().toISOString()}::timestamptz)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
    where kept.value is distinct from excluded.value
    returning 1`)
  return rows.length > 0
}

function factsOf({ on, text, link, from, until, closable }: Announcement) {
  const when = (moment: string | null) => (moment ? formatMoment(moment) : '')
  return {
    Durum: on ? 'Açık' : 'Kapalı',
    Metin: text,
    Bağlantı: link,
    Başlangıç: when(from),
    Bitiş: when(until),
    Kapatılabilir: closable ? 'Evet' : 'Hayır',
  }
}
