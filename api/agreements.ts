import { createRoute, z } from '@hono/zod-openapi'
import { contractsHtml, makeDocuments } from '#shop/agreements/documents.ts'
import { listOrderContracts } from '#shop/agreements/order-contracts.ts'
import { htmlText } from '#shop/agreements/written.ts'
import { previewContracts } from '#shop/checkout/agreements-preview.ts'
import { ContractPreview } from '#shop/checkout/contract.ts'
import { notFound } from '#shop/errors.ts'
import { toTl } from '#shop/money.ts'
import { findPromises } from '#shop/settings/terms.ts'
import { badInput, bearer, Id, json, limited, ok, resource, userFailures } from './api.ts'
import { bought } from './authenticate.ts'
import { failed, route } from './route.ts'
import type { WireContract } from './wire/orders.ts'

type Made = Pick<WireContract, 'kind' | 'title' | 'version' | 'text' | 'parts'>

function toWire({ kind, title, version, text, parts }: Made): WireContract {
  return { kind, title, version, text, html: htmlText(parts), parts }
}

const found = { ...userFailures, 404: 'No such order of this user' }

/** A file of the order's contracts. */
function paper(type: string) {
  return {
    ...failed({ ...userFailures, 404: 'No such order of this user, or nothing was accepted with it' }),
    200: { description: 'The file', content: { [type]: { schema: z.string() } } },
  }
}

export const contracts = resource()
  .openapi(
    route('POST /contracts/preview', {
      tags: ['Checkout'],
      summary: 'Pre-information form and distance sales contract for this cart',
      description:
        'Made from the prices and settings of this moment. Send their versions as orderData.acceptedContracts.',
      ...bought,
      request: json(ContractPreview),
      failures: {
        ...badInput,
        ...userFailures,
        404: 'A product is no longer on sale',
        409: 'This way to pay cannot be taken',
        ...limited,
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { contracts, exemptions, totalKurus } = await previewContracts(ctx, c.req.valid('json'))
      const [preInformation, distanceSales] = contracts.map(toWire)
      if (!preInformation || !distanceSales) throw new Error('a contract is missing')
      const { rules } = await findPromises(ctx)
      const before = { totalAmount: toTl(totalKurus), withdrawal: rules.withdrawal, exemptions }
      const data = { ...before, preInformation, distanceSales }
      return ok(c, data)
    },
  )
  .openapi(
    route('GET /orders/{id}/contracts', {
      tags: ['Orders'],
      summary: 'What was accepted with an own order, word for word',
      security: bearer,
      request: { params: Id },
      failures: found,
    }),
    async (c) => {
      const list = await listOrderContracts(c.get('ctx'), c.req.valid('param').id)
      const data = list.map((contract) => ({
        ...toWire(contract),
        sha256: contract.sha256,
        acceptedAt: contract.acceptedAt.toISOString(),
      }))
      return ok(c, data)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}/contracts.html',
      tags: ['Orders'],
      summary: 'The accepted contracts as one page to print',
      security: bearer,
      request: { params: Id },
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
      request: { params: Id },
      responses: paper('application/pdf'),
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await listOrderContracts(c.get('ctx'), id)
      const documents = await makeDocuments(c.get('ctx'), id)
      if (!documents) throw missing()
      const { filename, content } = documents.pdf
      return c.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${filename}"`,
      })
    },
  )

function missing() {
  return notFound('Bu siparişle onaylanmış bir sözleşme bulunmuyor.')
}
