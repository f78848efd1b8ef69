import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** Something in the schema that an older shop may lean on. `required`: whoever writes a row must name the column. */
type Thing = { table: string | null; definition: string; required: boolean; columns: string[] }
export type Schema = Map<string, Thing>

/** Reads what older shops lean on, by names such as 'column orders.total_kurus'. */
export async function readSchema(db: Db): Promise<Schema> {
  const { rows } = await db.execute<Thing & { name: string }>(sql`
    with own as (
      select c.oid, c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'v') and c.relnamespace in ('public'::regnamespace, 'demo_bank'::regnamespace)
    )
    select 'table ' || own.name as name, null as table, '' as definition, false as required, '{}'::text[] as columns from own
    union all
    select format('column %s.%s', own.name, a.attname), own.name, format_type(a.atttypid, a.atttypmod),
      a.attnotnull and d.adbin is null and a.attidentity = '', '{}'
    from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select format('column %s.%s takes null', own.name, a.attname), own.name, '', false, array[format('%s.%s', own.name, a.attname)]
    from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped and not a.attnotnull
    union all
    select format('constraint %s on %s', conname, own.name), own.name, pg_get_constraintdef(c.oid), false,
      array(select format('%s.%s', own.name, attname) from pg_attribute where attrelid = own.oid and attnum = any(conkey))
    from own join pg_constraint c on c.conrelid = own.oid and c.contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select format('unique index %s', indexrelid::regclass), own.name, pg_get_indexdef(indexrelid), false,
      array(select format('%s.%s', own.name, attname) from pg_attribute where attrelid = own.oid and attnum = any(indkey))
    from own join pg_index i on i.indrelid = own.oid and indisunique
      and not exists (select 1 from pg_constraint where conindid = indexrelid)
    union all
    select format('trigger %s on %s', tgname, own.name), own.name, '', false, '{}'
    from own join pg_trigger on tgrelid = own.oid and not tgisinternal
    union all
    select 'function ' || p.oid::regprocedure, null, pg_get_function_result(p.oid), false, '{}'
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'demo_bank'::regnamespace) and p.prorettype <> 'trigger'::regtype
      and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`)
  return new Map(rows.map(({ name, ...thing }) => [name, thing]))
}

/** Why a shop that knows only the schema `before` might fail on the one `after`; each line begins with the thing's name. */
export function findBreaks(before: Schema, after: Schema): string[] {
  return [...goneOrOther(before, after), ...newDemands(before, after)].sort()
}

function goneOrOther(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name)
    // Its table is named already.
    if (old.table && !after.has(`table ${old.table}`)) return []
    if (!now && name.endsWith(' takes null'))
      return after.has(name.slice(0, -' takes null'.length)) ? [`${name}: no more`] : []
    if (!now) return mayGo(name) ? [] : [`${name}: is gone`]
    if (now.definition !== old.definition) return [`${name}: is ${now.definition}, was ${old.definition}`]
    const lostDefault = now.required && !old.required && !before.has(`${name} takes null`)
    return lostDefault ? [`${name}: has no default any more`] : []
  })
}

/** Constraints that only refuse rows may go: more is taken then. A unique one may be named by ON CONFLICT. */
function mayGo(name: string): boolean {
  return /^constraint \S+_(check|fk) /.test(name)
}

/** New demands on tables that were there before. Those on new columns alone meet no row of an older shop. */
function newDemands(before: Schema, after: Schema): string[] {
  return [...after].flatMap(([name, { table, required, columns }]) => {
    if (before.has(name) || !table || !before.has(`table ${table}`)) return []
    if (name.startsWith('column ')) return required ? [`${name}: is new, and has no default`] : []
    if (!/^(constraint|unique index) /.test(name)) return []
    const isOfOld = columns.length === 0 || columns.some((column) => before.has(`column ${column}`))
    return isOfOld ? [`${name}: is new`] : []
  })
}

/** A line of a migration that names a thing and says why older shops work all the same: `-- older shops: table x: why`. */
export function explainedIn(text: string): string[] {
  return [...text.matchAll(/^-- older shops: (.+?): \S.*$/gm)].map(([, name = '']) => name)
}
