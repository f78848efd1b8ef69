import { timestamp } from 'drizzle-orm/pg-core'

/** A point in time, kept with its zone, as every time in a table is. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })
