import { z } from '@hono/zod-openapi'
import { success } from '../envelope.ts'

const WireDemoCounts = z
  .object({
    products: z.number().int(),
    categories: z.number().int(),
    orders: z.number().int(),
    customers: z.number().int(),
    messages: z.number().int(),
    retired: z.number().int().openapi({ description: 'Products off the shop, but kept for the orders that hold them' }),
    changed: z.number().int().openapi({ description: 'Products that the owner changed: they are hers and stay' }),
    keptCategories: z.number().int().openapi({ description: 'Categories with products of the owner’s own' }),
  })
  .openapi('DemoCounts')

const WireDemo = z
  .object({ present: z.boolean().openapi({ description: 'Something of the demo is left' }), counts: WireDemoCounts })
  .openapi('Demo')

export const demoAnswers = {
  'GET /admin/demo': success(WireDemo),
  'POST /admin/demo/clear': success(WireDemoCounts),
}
