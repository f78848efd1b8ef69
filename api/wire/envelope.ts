import { z } from '@hono/zod-openapi'

/** The envelope of a success around `data`, as a schema. */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() })
}

export type Pagination = z.infer<typeof Pagination>
export const Pagination = z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() })

/** The envelope around one page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return success(z.array(item)).extend({ pagination: Pagination })
}
