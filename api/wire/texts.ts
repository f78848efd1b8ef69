import { z } from '@hono/zod-openapi'

const Block = z.union([
  z.object({ p: z.string() }),
  z.object({ list: z.array(z.string()) }),
  z.object({ steps: z.array(z.string()), from: z.number().optional() }),
  z.object({ facts: z.array(z.object({ label: z.string(), value: z.string() })) }),
])

/** A part of a text or contract; `sub` stands under the part before it. */
export const TextPart = z.object({ title: z.string(), blocks: z.array(Block), sub: z.boolean().optional() })
