import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { DatabaseError } from './open.ts'

// From the folder, not from the bundle: commands that run without a build need them too.
const folder = 'db/migrations'

/** The shipped migrations in order. */
export const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort()
  .map((name) => {
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })

/**
 * Runs the pending migrations, or only the `wanted` ones, and returns their names; processes that start together take
 * turns. Throws when a shipped migration was edited.
 */
export async function migrate(db: Db, wanted?: ReadonlySet<string>): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('butik.migrations'))`)
    await tx.execute(sql`create table if not exists schema_migrations (
      name text not null constraint schema_migrations_name_pk primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`)
    const result = await tx.execute<{ name: string; hash: string }>(sql`select name, hash from schema_migrations`)
    const applied = new Map(result.rows.map((row) => [row.name, row.hash]))
    const done: string[] = []
    for (const { name, text, hash } of migrations) {
      const known = applied.get(name)
      if (known !== undefined && known !== hash) {
        throw new DatabaseError(`migration ${name} was changed after it ran here; add a new one instead`)
      }
      if (known !== undefined || (wanted && !wanted.has(name))) continue
      for (const statement of splitStatements(text)) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into schema_migrations (name, hash) values (${name}, ${hash})`)
      done.push(name)
    }
    return done
  })
}

/** Splits at semicolons that end a line, outside $$-quoted bodies. */
function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let quoted = false
  for (const line of text.split('\n')) {
    if ((line.match(/\$[a-z]*\$/g)?.length ?? 0) % 2 === 1) quoted = !quoted
    current += `${line}\n`
    if (!quoted && line.trimEnd().endsWith(';')) {
      statements.push(current)
      current = ''
    }
  }
  if (current.trim()) statements.push(current)
  return statements
}
