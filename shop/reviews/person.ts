import { type SQL, sql } from 'drizzle-orm'

/**
 * The rows of `users` that are one person with this one: her account, once its address is proved, and what she is without it, under
 * the same address. Whoever only names an address is nobody but herself.
 */
export function rowsOfPerson(userId: SQL): SQL {
  return sql`(
    select ${userId} union all
    select other.id from users me join users other on other.id <> me.id
      and other.email = any (array[me.email, 'guest:' || me.email, regexp_replace(me.email, '^guest:', '')])
    where me.id = ${userId} and me.email_verified_at is not null and other.email_verified_at is not null)`
}
