import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { DatabaseError } from './open.ts'
import { script } from './statements.ts'

// From the folder, not from the bundle: commands that run without a build need them too.
const folder = 'db/migrations'

type Migration = { name: string; text: string; hash: string }

/** The shipped migrations in order. */
export const migrations: Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort()
  .map((name) => {
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })

/** Milliseconds that a migration waits for a lock while everybody waits behind it, and between two tries; tries at most. */
const lockTimeout = 2000
const pause = 1000
const mostTries = 300

/**
 * Runs the pending migrations, or only the `wanted` ones, and returns their names; processes that start together take
 * turns. An older shop may be selling meanwhile: each migration is a transaction of its own, and one that does not get its
 * locks soon lets others go first and tries again. Migrations that only a newer shop knows are left alone. Throws when a
 * shipped migration was edited.
 */
export async function migrate(db: Db, wanted?: ReadonlySet<string>): Promise<string[]> {
  const applied = await findApplied(db)
  const pending = migrations.filter(({ name }) => !applied.has(name) && (!wanted || wanted.has(name)))
  const done: string[] = []
  for (const migration of pending) if (await applyInTurn(db, migration)) done.push(migration.name)
  return done
}

/** Hashes by name. */
async function findApplied(db: Db): Promise<Map<string, string>> {
  return db.transaction(async (tx) => {
    await takeTurn(tx)
    await tx.execute(sql`create table if not exists schema_migrations (
      name text not null constraint schema_migrations_name_pk primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`)
    const result = await tx.execute<{ name: string; hash: string }>(sql`select name, hash from schema_migrations`)
    const applied = new Map(result.rows.map((row) => [row.name, row.hash]))
    for (const { name, hash } of migrations)
      if ((applied.get(name) ?? hash) !== hash)
        throw new DatabaseError(`migration ${name} was changed after it ran here; add a new one instead`)
    return applied
  })
}

async function takeTurn(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('butik.migrations'))`)
}

/** False when another process was sooner. */
async function applyInTurn(db: Db, migration: Migration): Promise<boolean> {
  for (let n = 1; ; n++) {
    try {
      return await apply(db, migration)
    } catch (error) {
      if (!isHeldUp(error)) throw error
      if (n === mostTries)
        throw new DatabaseError(
          `migration ${migration.name} waits for a long transaction, such as a backup's; start again`,
        )
      await wait(pause)
    }
  }
}

function apply(db: Db, { name, text, hash }: Migration): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeTurn(tx)
    const known = await tx.execute(sql`select 1 from schema_migrations where name = ${name}`)
    if (known.rows.length > 0) return false
    await tx.execute(sql`select set_config('lock_timeout', ${`${lockTimeout}ms`}, true)`)
    // As one text: statement by statement a new shop's took half as long again.
    await tx.execute(sql.raw(script + text))
    await tx.execute(sql`insert into schema_migrations (name, hash) values (${name}, ${hash})`)
    return true
  })
}

/** By a lock that somebody holds (55P03), or with somebody who waits for us as we wait for him (40P01). */
function isHeldUp(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('code' in e && (e.code === '55P03' || e.code === '40P01')) return true
  return false
}
