import { toTl } from '#shop/money.ts'
import { ChoiceQuery, NewChoice } from '#shop/returns/contract.ts'
import { chooseAgain, makeDifferenceLink, turnIntoReturn } from '#shop/returns/exchanges/again.ts'
import { listChoices } from '#shop/returns/exchanges/choices.ts'
import { badInput, Id, json, ok, resource, userFailures } from '../api.ts'
import { bought } from '../authenticate.ts'
import { pictureUrl } from '../products.ts'
import { route } from '../route.ts'
import { answerOf } from './shopper.ts'

const missing = { ...userFailures, 404: 'No such return of this user' }

export const exchanges = resource()
  .openapi(
    route('GET /orders/{id}/exchange-choices', {
      tags: ['Returns'],
      summary:
        'What pieces of an own order may be exchanged for: sizes and colors in stock, and those of a named product',
      ...bought,
      request: { params: Id, query: ChoiceQuery },
      failures: { ...userFailures, ...badInput, 404: 'No such order of this user' },
    }),
    async (c) => {
      const pieces = await listChoices(c.get('ctx'), c.req.valid('param').id, c.req.valid('query').product)
      return ok(
        c,
        pieces.map(({ itemId, choices }) => ({
          itemId,
          choices: choices.map(({ image, priceKurus, differenceKurus, ...piece }) => ({
            ...piece,
            price: toTl(priceKurus),
            difference: toTl(differenceKurus),
            mainImage: image ? pictureUrl(image) : null,
          })),
        })),
      )
    },
  )
  .openapi(
    route('POST /returns/{id}/choose', {
      tags: ['Returns'],
      summary: 'Chooses other pieces for an own exchange whose new ones could not be kept',
      ...bought,
      request: { params: Id, ...json(NewChoice) },
      failures: { ...missing, ...badInput, 409: 'Still kept, over, or OUT_OF_STOCK' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await chooseAgain(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await answerOf(ctx, found), 'Seçtiğiniz ürünü sizin için ayırdık.')
    },
  )
  .openapi(
    route('POST /returns/{id}/to-return', {
      tags: ['Returns'],
      summary: 'Turns an own exchange into a return; what she paid for it goes back',
      ...bought,
      request: { params: Id },
      failures: {
        ...missing,
        409: 'RETURN_TOO_LATE, NO_WITHDRAWAL; CONFLICT: over, or the new pieces are on their way',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await turnIntoReturn(ctx, c.req.valid('param').id)
      return ok(c, await answerOf(ctx, found), 'Değişiminiz iadeye çevrildi.')
    },
  )
  .openapi(
    route('POST /returns/{id}/payment-link', {
      tags: ['Returns'],
      summary: 'Where the difference of an own exchange is paid',
      ...bought,
      request: { params: Id },
      failures: { ...missing, 409: 'Nothing is to be paid' },
    }),
    async (c) => {
      const { url, expiresAt } = await makeDifferenceLink(c.get('ctx'), c.req.valid('param').id)
      return ok(c, { url, expiresAt: expiresAt.toISOString() })
    },
  )
