/**
 * Products from a file. An upload is read and compared with the shop, and nothing is changed (a dry run); what was found is
 * kept product by product. Applied, a job writes a hundred products a transaction (apply.ts). Sales between the two are
 * not undone: a stock changes by its difference to the one that the dry run saw.
 */

import { and, asc, count, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { seesCosts } from '../catalog/edits/admin-products.ts'
import { skuKey } from '../catalog/edits/sku-key.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { isFilled } from '../sheets/rows.ts'
import { after, days } from '../time.ts'
import { slugify } from '../turkish.ts'
import type { ImportCounts, ImportField, ImportMapping, ImportQuery, UnitQuery } from './contract.ts'
import { type Plan, planOf } from './plan.ts'
import { readAside } from './read-aside.ts'
import { fieldsOf, formatOf, headerKeyOf } from './reading/columns.ts'
import { type Draft, type Unit, unitsOf } from './reading/drafts.ts'
import { type Line, linesOf, type RowError } from './reading/lines.ts'
import { importFiles, importMappings, imports, importUnits } from './schema.ts'
import { nameOf, type Upload } from './upload.ts'
import { findPictures, matchesOf, readWorld, type World } from './world.ts'

export type Import = typeof imports.$inferSelect
export type ImportUnit = Pick<
  typeof importUnits.$inferSelect,
  'position' | 'plan' | 'name' | 'firstRow' | 'productId' | 'changes' | 'errors' | 'notes'
>

/** Reads a file and says what it would change. */
export async function readImport(
  ctx: Ctx,
  { name, bytes, mapping = {} }: { name: string; bytes: Uint8Array; mapping?: ImportMapping },
): Promise<Import> {
  const actorId = requireRight(ctx, 'catalog')
  const upload = await readAside(bytes)
  const { header } = upload
  const fields = await chosenFields(ctx, header, mapping)
  const format = formatOf(header)
  const lines = linesOf({ format, header, fields, rows: upload.rows, above: upload.above })
  const id = newId()
  const found = await compare(ctx, id, lines, upload)
  return inTransaction(ctx, async (ctx) => {
    const row: typeof imports.$inferInsert = {
      ...{ id, format, header, mapping: fields, state: 'READY' as const },
      name: name.slice(0, 200),
      rows: upload.rows.filter(isFilled).length,
      counts: countsOf(found),
      warnings: warningsOf(fields, found, upload),
      total: found.filter(({ plan: { plan } }) => plan === 'NEW' || plan === 'CHANGED').length,
      actorId: actorId ?? null,
      createdAt: ctx.clock(),
    }
    const [read] = await ctx.db.insert(imports).values(row).returning()
    if (!read) throw new Error('insert returned no row')
    await keepPictures(ctx, id, found, upload)
    await keepUnits(ctx, id, found)
    return read
  })
}

/** The field of each column: as the owner says now, else as she said before for these columns, else as its title says. */
async function chosenFields(ctx: Ctx, header: string[], said: ImportMapping): Promise<(ImportField | null)[]> {
  const headerKey = headerKeyOf(header)
  const [kept] = await ctx.db.select().from(importMappings).where(eq(importMappings.headerKey, headerKey))
  const mapping = { ...kept?.mapping, ...said }
  if (Object.keys(said).length > 0) {
    const values = { headerKey, mapping, usedAt: ctx.clock() }
    await ctx.db
      .insert(importMappings)
      .values(values)
      .onConflictDoUpdate({ target: importMappings.headerKey, set: values })
  }
  // Staff who may not see costs may not write them either.
  return fieldsOf(header, mapping).map((field) => (field === 'cost' && !seesCosts(ctx) ? null : field))
}

type Found = { unit: Unit; plan: Plan }

/** The plan of each product, `pictures` of the upload counted as had. */
async function compare(ctx: Ctx, id: string, lines: Line[], { pictures }: Upload): Promise<Found[]> {
  const world = await readWorld(ctx, {
    skus: lines.flatMap(({ variant }) => variant?.sku ?? []),
    barcodes: lines.flatMap(({ variant }) => variant?.barcode ?? []),
    slugs: lines.flatMap(slugsOf),
  })
  const units = unitsOf(lines, matchesOf(world)).map((unit) => ({ ...unit, draft: named(unit.draft, pictures) }))
  const drafts = units.map(({ draft }) => draft)
  world.pictures = new Map([
    ...(await findPictures(ctx, id, drafts)),
    ...[...pictures.values()].map(({ id }): [string, string] => [id, id]),
  ])
  const groups = groupSizes(units, world)
  const found = units.map((unit) => {
    const present = unit.productId ? world.products.get(unit.productId) : undefined
    const plan = planOf({ draft: unit.draft, firstRow: firstRowOf(unit), present, world, groups })
    // A cell that could not be read is not missed as well.
    const unread = new Set(unit.errors.map(({ row }) => row))
    const errors = [...unit.errors, ...plan.errors.filter(({ row }) => !unread.has(row))]
    const seen = unit.draft.variants.map((variant) => ({ ...variant, ...seenOf(variant, world) }))
    return {
      unit: { ...unit, draft: { ...unit.draft, variants: seen } },
      plan: errors.length > 0 ? { ...plan, plan: 'FAILED' as const, errors } : plan,
    }
  })
  return withoutRepeatedCodes(found)
}

function slugsOf({ key, product }: Line): string[] {
  const slug = product.slug ?? (key ? undefined : product.name)
  return slug ? [slugify(slug)] : []
}

/** Names of pictures that came along become their ids. */
function named(draft: Draft, pictures: Upload['pictures']): Draft {
  const idOf = (ref: string) => pictures.get(nameOf(ref))?.id ?? ref
  if (pictures.size === 0) return draft
  return {
    ...draft,
    ...(draft.images ? { images: [...new Set(draft.images.map(idOf))] } : {}),
    variants: draft.variants.map((variant) =>
      variant.images ? { ...variant, images: variant.images.map(idOf) } : variant,
    ),
  }
}

function seenOf({ sku, barcode }: Draft['variants'][number], world: World): { seen?: number } {
  const owner = (sku && world.bySku.get(skuKey(sku))) || (barcode && world.byBarcode.get(barcode)) || undefined
  const variant = owner && world.products.get(owner.productId)?.variants.find(({ id }) => id === owner.variantId)
  return variant ? { seen: variant.stock } : {}
}

/** How many products would be in each group that the file names. */
function groupSizes(units: { productId: string | undefined; draft: Draft }[], world: World): Map<string, number> {
  const members = new Map<string, Set<unknown>>()
  const add = (group: string, member: unknown) => members.set(group, (members.get(group) ?? new Set()).add(member))
  for (const { productId, draft } of units) if (draft.group) add(draft.group, productId ?? draft)
  for (const { id, group } of world.products.values()) if (group) add(group, id)
  return new Map([...members].map(([group, { size }]) => [group, size]))
}

/** One code in two products of the file: the first has it. */
function withoutRepeatedCodes(found: Found[]): Found[] {
  const used = new Set<string>()
  return found.map(({ unit, plan }) => {
    const repeated: RowError[] = []
    const own = new Set<string>()
    for (const { sku, barcode, row } of unit.draft.variants) {
      const codes = [
        ...(sku ? [['SKU', `sku:${skuKey(sku)}`] as const] : []),
        ...(barcode ? [['Barkod', `barcode:${barcode}`] as const] : []),
      ]
      for (const [column, code] of codes) {
        if (used.has(code)) repeated.push({ row, column, message: 'Bu kod dosyada iki kez var' })
        own.add(code)
      }
    }
    for (const code of own) used.add(code)
    if (repeated.length === 0 || plan.errors.length > 0) return { unit, plan }
    return { unit, plan: { ...plan, plan: 'FAILED' as const, errors: repeated } }
  })
}

function countsOf(found: Found[]): ImportCounts {
  const plans = found.map(({ plan }) => plan)
  const good = plans.filter(({ plan }) => plan === 'NEW' || plan === 'CHANGED')
  const variants = good.flatMap(({ variants }) => variants)
  return {
    new: plans.filter(({ plan }) => plan === 'NEW').length,
    changed: plans.filter(({ plan }) => plan === 'CHANGED').length,
    same: plans.filter(({ plan }) => plan === 'SAME').length,
    failed: plans.filter(({ plan }) => plan === 'FAILED').length,
    newVariants: variants.filter(({ id }) => id === undefined).length,
    changedVariants: good.reduce((sum, { changedVariants }) => sum + changedVariants, 0),
  }
}

function warningsOf(fields: (ImportField | null)[], found: Found[], { pictures }: Upload): string[] {
  const has = (field: ImportField) => fields.includes(field)
  const named = new Set(found.flatMap(({ unit }) => unit.draft.images ?? []))
  const unused = [...pictures].filter(([, { id }]) => !named.has(id)).map(([name]) => name)
  return [
    ...(has('sku') || has('barcode') ? [] : ['Dosyada SKU ya da barkod sütunu bulunamadı; sütunları eşleyin.']),
    ...(has('stock') ? [] : ['Dosyada stok sütunu yok: yeni ürünler 0 stokla eklenir, eskilerin stoku değişmez.']),
    ...(unused.length > 0 ? [`Hiçbir ürünün anmadığı görseller: ${unused.slice(0, 5).join(', ')}`] : []),
  ]
}

/** Pictures that a product names and the shop does not have wait in the database. */
async function keepPictures(ctx: Ctx, importId: string, found: Found[], { pictures }: Upload): Promise<void> {
  const named = new Set(found.flatMap(({ unit }) => unit.draft.images ?? []))
  for (const { id, bytes } of new Map([...pictures.values()].map((picture) => [picture.id, picture])).values()) {
    if (named.has(id)) await ctx.db.insert(importFiles).values({ importId, imageId: id, bytes })
  }
}

function firstRowOf({ lines }: Unit): number {
  return lines[0]?.row ?? 0
}

const perInsert = 500

async function keepUnits(ctx: Ctx, importId: string, found: Found[]): Promise<void> {
  const rows = found.map(({ unit, unit: { productId, lines, draft }, plan }, position) => ({
    ...{ importId, position, draft },
    plan: plan.plan,
    name: plan.product.name || (draft.variants[0]?.sku ?? ''),
    firstRow: firstRowOf(unit),
    productId: productId ?? null,
    changes: plan.changes.slice(0, 60),
    errors: plan.errors,
    notes: plan.notes,
    lines: plan.errors.length > 0 ? lines.map(({ row, cells }) => ({ row, cells })) : null,
  }))
  for (let start = 0; start < rows.length; start += perInsert) {
    await ctx.db.insert(importUnits).values(rows.slice(start, start + perInsert))
  }
}

/** Lets the job write what was read; once more after a stop, or when a job was lost. */
export async function applyImport(ctx: Ctx, id: string): Promise<Import> {
  const actorId = requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const row = await lockImport(ctx, id)
    if (row.state === 'DONE')
      throw new ShopError('CONFLICT', 'Bu dosya zaten içe aktarıldı; değişiklik varsa yeniden yükleyin.')
    if (row.state === 'READY') {
      const { new: added, changed, newVariants, changedVariants } = row.counts
      await recordChange(ctx, {
        action: 'import.apply',
        subject: { id, name: row.name },
        after: { newProducts: added, changedProducts: changed, newVariants, changedVariants },
        ...(actorId ? { actorId } : {}),
      })
    }
    const [running = row] = await ctx.db
      .update(imports)
      .set({ state: 'RUNNING', appliedAt: row.appliedAt ?? ctx.clock() })
      .where(eq(imports.id, id))
      .returning()
    await ctx.jobs.add(ctx, 'import-products', { importId: id })
    return running
  })
}

/** Stops after the batch that is being written; what is written stays. */
export async function stopImport(ctx: Ctx, id: string): Promise<Import> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const row = await lockImport(ctx, id)
    if (row.state !== 'RUNNING') throw new ShopError('CONFLICT', 'Bu içe aktarma şu anda çalışmıyor.')
    const [stopped = row] = await ctx.db.update(imports).set({ state: 'STOPPED' }).where(eq(imports.id, id)).returning()
    return stopped
  })
}

export async function lockImport(ctx: Ctx, id: string): Promise<Import> {
  const [row] = isId(id) ? await ctx.db.select().from(imports).where(eq(imports.id, id)).for('update') : []
  if (!row) throw missingImport()
  return row
}

export async function getImport(ctx: Ctx, id: string): Promise<Import> {
  requireRight(ctx, 'catalog')
  const [row] = isId(id) ? await ctx.db.select().from(imports).where(eq(imports.id, id)) : []
  if (!row) throw missingImport()
  return row
}

function missingImport() {
  return notFound('İçe aktarma bulunamadı; dosyayı yeniden yükleyin.')
}

/** Earlier imports, newest first. */
export async function listImports(ctx: Ctx, { page, limit }: ImportQuery): Promise<{ items: Import[]; total: number }> {
  requireRight(ctx, 'catalog')
  const items = await ctx.db
    .select()
    .from(imports)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(imports)
  return { items, total }
}

/** The products of an import, in the order of the file. */
export async function listUnits(
  ctx: Ctx,
  id: string,
  { plan, page, limit }: UnitQuery,
): Promise<{ items: ImportUnit[]; total: number }> {
  await getImport(ctx, id)
  const where = and(eq(importUnits.importId, id), plan ? eq(importUnits.plan, plan) : undefined)
  const { position, name, firstRow, productId, changes, errors, notes } = importUnits
  const items = await ctx.db
    .select({ position, plan: importUnits.plan, name, firstRow, productId, changes, errors, notes })
    .from(importUnits)
    .where(where)
    .orderBy(asc(position))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(importUnits).where(where)
  return { items, total }
}

const mostErrors = 200

/** The errors of the file, row by row; the first two hundred. */
export async function listErrors(ctx: Ctx, id: string): Promise<RowError[]> {
  requireRight(ctx, 'catalog')
  const rows = await ctx.db
    .select({ errors: importUnits.errors })
    .from(importUnits)
    .where(and(eq(importUnits.importId, id), eq(importUnits.plan, 'FAILED')))
    .orderBy(asc(importUnits.position))
    .limit(mostErrors)
  return rows.flatMap(({ errors }) => errors).slice(0, mostErrors)
}

/** Forgets the content of old imports: pictures that were never applied after a week, all but the list after ninety days. */
export async function forgetOldImports(ctx: Ctx): Promise<void> {
  const old = (age: number) =>
    sql`select ${imports.id} from ${imports} where ${lt(imports.createdAt, after(ctx.clock(), -days(age)))}`
  await ctx.db.delete(importFiles).where(sql`${importFiles.importId} in (${old(7)})`)
  await ctx.db
    .delete(importUnits)
    .where(sql`${importUnits.importId} in (${old(90)} and ${ne(imports.state, 'RUNNING')})`)
}
