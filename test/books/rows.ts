import type { SQL } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

export async function all(db: Db, query: SQL) {
  return (await db.execute(query)).rows
}
