import { createRoute, z } from '@hono/zod-openapi'
import { InvoiceMonth, InvoiceNames, NewInvoice } from '#shop/invoices/contract.ts'
import { attachInvoice, getInvoiceFile, makeInvoiceDraft } from '#shop/invoices/invoices.ts'
import { matchInvoices } from '#shop/invoices/matches.ts'
import { exportMonth } from '#shop/invoices/month.ts'
import { toTl } from '#shop/money.ts'
import { binary, fileOf, form, Id, json, ok, pdfAnswer, pdfFile, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { failed, route } from '../route.ts'
import { adminOrderOf } from './orders.ts'
import { download, streamOf, xlsxType } from './sheets/files.ts'

const mailed = 'Fatura eklendi ve müşteriye gönderildi.'
const notMailed = 'Fatura eklendi. Pazaryeri siparişinin müşterisine e-posta gönderilmez.'

export const adminInvoices = resource()
  .openapi(
    route('POST /admin/orders/{id}/invoice', {
      ...needs('orders', 'amounts'),
      summary:
        'Attaches the invoice of an order and mails it to the buyer, but for an order of a marketplace; the one before stays in the history',
      request: { params: Id, ...form(NewInvoice.extend({ file: z.unknown().openapi(binary) })) },
      failures: {
        ...staffFailures,
        400: 'No number, or no PDF',
        404: 'No such order',
        409: 'Another order has an invoice of this number',
        413: 'Larger than 5 MB',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      const { number, file } = c.req.valid('form')
      const { bytes } = await fileOf(file, 'Faturanın PDF dosyasını seçin')
      const isMailed = await attachInvoice(ctx, id, { number }, bytes)
      const message = isMailed ? mailed : notMailed
      return ok(c, await adminOrderOf(ctx, id), message)
    },
  )
  .openapi(
    route('POST /admin/invoices/matches', {
      ...needs('orders', 'amounts'),
      summary: 'Finds the orders that files are for, by the order number in their names; changes nothing',
      request: json(InvoiceNames),
      failures: { ...staffFailures, 400: 'No names, or too many' },
    }),
    async (c) => {
      const matches = await matchInvoices(c.get('ctx'), c.req.valid('json').names)
      const data = matches.map(({ order, ...match }) => {
        if (!order) return { ...match, order }
        const { totalKurus, ...found } = order
        return { ...match, order: { ...found, totalAmount: toTl(totalKurus) } }
      })
      return ok(c, data)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}/invoices/{invoiceId}',
      ...needs('orders-read', 'amounts'),
      summary: 'An invoice of an order as PDF, one that was replaced too',
      request: { params: Id.extend({ invoiceId: z.string().max(64) }) },
      responses: { ...failed({ ...staffFailures, 404: 'No such invoice' }), ...pdfFile },
    }),
    async (c) => {
      const { id, invoiceId } = c.req.valid('param')
      return pdfAnswer(c, await getInvoiceFile(c.get('ctx'), id, invoiceId))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}/invoice.xml',
      ...needs('orders-read', 'amounts'),
      summary:
        'A draft of the e-Arşiv invoice of an order for the integrator, as UBL-TR; it is neither numbered nor signed',
      request: { params: Id },
      responses: {
        ...failed({ ...staffFailures, 404: 'No such order' }),
        200: { description: 'The file', content: { 'application/xml': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const { filename, content } = await makeInvoiceDraft(c.get('ctx'), c.req.valid('param').id)
      return c.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/xml',
        'Content-Disposition': `attachment; filename="${filename}"`,
      })
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/invoices/export',
      ...needs('orders-read', 'amounts'),
      summary: 'A month for the accountant: what was sold and what went back, with net and tax by rate, as XLSX',
      request: { query: InvoiceMonth },
      responses: {
        ...failed({ ...staffFailures, 400: 'No month' }),
        ...download,
      },
    }),
    (c) => {
      const { month } = c.req.valid('query')
      return c.body(streamOf(exportMonth(c.get('ctx'), month)), 200, {
        'Content-Type': xlsxType,
        'Content-Disposition': `attachment; filename="muhasebe-${month}.xlsx"`,
      })
    },
  )
