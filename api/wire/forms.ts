import { z } from '@hono/zod-openapi'
import { success } from './envelope.ts'

const stateWords = `What her link stands for: UNCONFIRMED, her address is not proved and she is not in line; WAITING, \`ahead\` are before her; HELD, a piece
is kept for her until \`heldUntil\`; BOUGHT; OVER, her time is; GONE, it is no longer on sale`

export type WireStockNotice = z.infer<typeof WireStockNotice>
const WireStockNotice = z
  .object({
    state: z.enum(['UNCONFIRMED', 'WAITING', 'HELD', 'BOUGHT', 'OVER', 'GONE']).openapi({ description: stateWords }),
    product: z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      image: z
        .object({ id: z.string(), width: z.number().int(), height: z.number().int(), tone: z.string() })
        .nullable(),
    }),
    size: z.string(),
    color: z.string().nullable().openapi({ description: 'Null: any' }),
    variantId: z.uuid().nullable().openapi({ description: 'The piece that is kept' }),
    price: z.number().nullable(),
    heldUntil: z.iso.datetime().nullable(),
    ahead: z.number().int(),
    keepsPlace: z.boolean().openapi({ description: 'Once her time is over: she may have her old place again' }),
  })
  .openapi('StockNotice')

export const formAnswers = {
  'POST /forms/problem-report': success(z.null()),
  'POST /forms/stock-notice': success(z.null()),
  'POST /forms/application': success(z.null()),
  'GET /stock-notices/{token}': success(WireStockNotice),
  'POST /stock-notices/{token}/confirm': success(WireStockNotice),
  'POST /stock-notices/{token}/again': success(WireStockNotice),
  'POST /stock-notices/{token}/leave': success(z.null()),
}
