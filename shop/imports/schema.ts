import { customType, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { ImportCounts, ImportField, ImportFormat, ImportMapping, ImportState, UnitPlan } from './contract.ts'
import type { Draft } from './reading/drafts.ts'
import type { RowError } from './reading/lines.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const imports = pgTable('imports', {
  id: uuid('id').primaryKey(),
  /** The file's name. */
  name: text('name').notNull(),
  format: text('format').$type<ImportFormat>().notNull(),
  state: text('state').$type<ImportState>().notNull(),
  header: text('header').array().notNull(),
  /** For each column of the header the field that it holds. */
  mapping: jsonb('mapping').$type<(ImportField | null)[]>().notNull(),
  rows: integer('rows').notNull(),
  counts: jsonb('counts').$type<ImportCounts>().notNull(),
  warnings: text('warnings').array().notNull(),
  /** Products to write. */
  total: integer('total').notNull(),
  /** Those of them that are written or refused, and those that are refused. */
  done: integer('done').notNull().default(0),
  refused: integer('refused').notNull().default(0),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
  appliedAt: moment('applied_at'),
  endedAt: moment('ended_at'),
})

/** One product of an import; `plan` is what the dry run found, FAILED also what could not be applied. */
export const importUnits = pgTable(
  'import_units',
  {
    importId: uuid('import_id').notNull(),
    position: integer('position').notNull(),
    plan: text('plan').$type<UnitPlan>().notNull(),
    name: text('name').notNull(),
    /** Its first row in the file. */
    firstRow: integer('first_row').notNull(),
    productId: uuid('product_id'),
    draft: jsonb('draft').$type<Draft>().notNull(),
    changes: jsonb('changes').$type<Change[]>().notNull(),
    errors: jsonb('errors').$type<RowError[]>().notNull(),
    notes: text('notes').array().notNull(),
    /** The rows as they stood in the file, while something is wrong with them. */
    lines: jsonb('lines').$type<{ row: number; cells: string[] }[]>(),
    appliedAt: moment('applied_at'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
)

/** A field before and after, in words. */
export type Change = { label: string; before: string; after: string }

export const importFiles = pgTable(
  'import_files',
  {
    importId: uuid('import_id').notNull(),
    imageId: text('image_id').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.imageId] })],
)

export const importPictures = pgTable('import_pictures', {
  /** The address that it was fetched from. */
  source: text('source').primaryKey(),
  imageId: text('image_id').notNull(),
  fetchedAt: moment('fetched_at').notNull(),
})

export const importMappings = pgTable('import_mappings', {
  headerKey: text('header_key').primaryKey(),
  mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
  usedAt: moment('used_at').notNull(),
})
