import { z } from '@hono/zod-openapi'
import { success } from './envelope.ts'

export type WireSizeGroup = z.infer<typeof WireSizeGroup>
const WireSizeGroup = z
  .object({
    place: z.string().openapi({ description: 'An area, or the slug of a category' }),
    name: z.string(),
    sizes: z.array(z.object({ size: z.string(), name: z.string() })).openapi({
      description: 'From small to large; the name has all that are the same: M / 38',
    }),
  })
  .openapi('SizeGroup')

const Cm = z.number().int().nullable().openapi({ description: 'cm' })

const WireOwnSize = z
  .object({
    sizes: z.record(z.string(), z.array(z.string())).openapi({ description: 'By place' }),
    body: z.object({ bust: Cm, waist: Cm, hips: Cm, height: Cm }),
    updatedAt: z.iso.datetime(),
  })
  .openapi('OwnSize')

export const sizeAnswers = {
  'GET /sizes': success(z.array(WireSizeGroup)),
  'GET /account/size': success(WireOwnSize.nullable()),
  'PUT /account/size': success(WireOwnSize),
  'DELETE /account/size': success(z.null()),
}
