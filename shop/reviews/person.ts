import { type SQL, sql } from 'drizzle-orm'

/**
 * The rows of `users` that are the same person as this one: her account and her purchases as a guest under the same address, once the
 * address of both is proved. A row whose address is not proved stands alone.
 */
export function rowsOfPerson(userId: SQL): SQL {
  return sql`(
    select ${userId} union all
    select other.id from users me join users other on other.id <> me.id
      and other.email = any (array[me.email, 'guest:' || me.email, regexp_replace(me.email, '^guest:', '')])
    where me.id = ${userId} and me.email_verified_at is not null and other.email_verified_at is not null)`
}
