import { createRoute, z } from '@hono/zod-openapi'
import { ContractPreview, contractKinds } from '#shop/contracts/contract.ts'
import { listOrderContracts, previewContracts } from '#shop/contracts/order-contracts.ts'
import { contractsHtml, makePapers } from '#shop/contracts/papers.ts'
import { htmlText } from '#shop/contracts/written.ts'
import { notFound } from '#shop/errors.ts'
import { toTl } from '#shop/money.ts'
import { answers, bearer, resource } from './api.ts'
import { signedIn } from './authenticate.ts'
import { OrderId } from './orders.ts'

const Block = z.union([
  z.object({ p: z.string() }),
  z.object({ list: z.array(z.string()) }),
  z.object({ steps: z.array(z.string()) }),
  z.object({ facts: z.array(z.object({ label: z.string(), value: z.string() })) }),
])

const WireContract = z
  .object({
    kind: z.enum(contractKinds),
    title: z.string(),
    version: z.string().openapi({ description: 'What acceptedContracts of payments/create names' }),
    text: z.string(),
    html: z.string(),
    parts: z.array(z.object({ title: z.string(), blocks: z.array(Block), sub: z.boolean().optional() })),
  })
  .openapi('Contract')

const WirePreview = z.object({
  totalAmount: z.number(),
  preInformation: WireContract,
  distanceSales: WireContract,
})

const WireOrderContract = WireContract.extend({
  sha256: z.string().openapi({ description: 'Of `text` in UTF-8' }),
  acceptedAt: z.iso.datetime(),
}).openapi('OrderContract')

type Made = Pick<z.infer<typeof WireContract>, 'kind' | 'title' | 'version' | 'text' | 'parts'>

function toWire({ kind, title, version, text, parts }: Made): z.infer<typeof WireContract> {
  return { kind, title, version, text, html: htmlText(parts), parts }
}

const guarded = { 401: 'Not signed in', 404: 'No such order of this user' }

/** A file of the order's contracts. */
function paper(type: string) {
  return {
    200: { description: 'The file', content: { [type]: { schema: z.string() } } },
    404: { description: 'No such order of this user, or nothing was accepted with it' },
  }
}

export const contracts = resource()
  .openapi(
    createRoute({
      method: 'post',
      path: '/contracts/preview',
      tags: ['Checkout'],
      summary: 'Pre-information form and distance sales contract for this cart',
      description:
        'Made from the prices and settings of this moment. Send their versions as orderData.acceptedContracts.',
      security: bearer,
      middleware: signedIn,
      request: { body: { required: true, content: { 'application/json': { schema: ContractPreview } } } },
      responses: answers(WirePreview, {
        400: 'Invalid input',
        401: 'Not signed in',
        404: 'A product is no longer on sale',
      }),
    }),
    async (c) => {
      const { contracts, totalKurus } = await previewContracts(c.get('ctx'), c.req.valid('json'))
      const [preInformation, distanceSales] = contracts.map(toWire)
      if (!preInformation || !distanceSales) throw new Error('a contract is missing')
      const data = { totalAmount: toTl(totalKurus), preInformation, distanceSales }
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}/contracts',
      tags: ['Orders'],
      summary: 'What was accepted with an own order, word for word',
      security: bearer,
      request: { params: OrderId },
      responses: answers(z.array(WireOrderContract), guarded),
    }),
    async (c) => {
      const list = await listOrderContracts(c.get('ctx'), c.req.valid('param').id)
      const data = list.map((contract) => ({
        ...toWire(contract),
        sha256: contract.sha256,
        acceptedAt: contract.acceptedAt.toISOString(),
      }))
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}/contracts.html',
      tags: ['Orders'],
      summary: 'The accepted contracts as one page to print',
      security: bearer,
      request: { params: OrderId },
      responses: paper('text/html'),
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const list = await listOrderContracts(c.get('ctx'), id)
      if (list.length === 0) throw missing()
      return c.html(await contractsHtml(c.get('ctx'), id, list), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}/contracts.pdf',
      tags: ['Orders'],
      summary: 'The accepted contracts as PDF',
      security: bearer,
      request: { params: OrderId },
      responses: paper('application/pdf'),
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await listOrderContracts(c.get('ctx'), id)
      const papers = await makePapers(c.get('ctx'), id)
      if (!papers) throw missing()
      const { filename, content } = papers.pdf
      return c.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${filename}"`,
      })
    },
  )

function missing() {
  return notFound('Bu siparişle onaylanmış bir sözleşme bulunmuyor.')
}
