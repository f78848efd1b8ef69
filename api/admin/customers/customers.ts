import { createRoute, z } from '@hono/zod-openapi'
import type { ConsentEvent, ConsentState } from '#shop/accounts/consents/ledger.ts'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { forgetCustomerBounce } from '#shop/desk/customers/bounce.ts'
import { CustomerMerge, CustomerQuery, NewCustomerNote } from '#shop/desk/customers/contract.ts'
import { type CustomerDetail, getCustomer } from '#shop/desk/customers/detail.ts'
import { type Customer, listCustomers } from '#shop/desk/customers/list.ts'
import { mergeCustomers } from '#shop/desk/customers/merge.ts'
import { addCustomerNote } from '#shop/desk/customers/notes.ts'
import { deleteCustomer, exportCustomerData } from '#shop/desk/customers/privacy.ts'
import { resetCustomerSecondStep } from '#shop/desk/customers/second-step.ts'
import { ownDataPage } from '#shop/desk/personal-data-page.ts'
import type { KnownBounce } from '#shop/mail/bounces/bounces.ts'
import { toTl } from '#shop/money.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { confirmedFailures, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { toWire as toWireProduct } from '../../products.ts'
import { failed, route } from '../../route.ts'
import type { WireConsent, WireConsentEvent, WireCustomer, WireCustomerDetail } from '../../wire/customers.ts'

function toWireCustomer(ctx: Ctx, row: Customer): WireCustomer {
  const { userId: id, guest, firstName, lastName, email, phone, city, orders, openReturns } = row
  return {
    ...{ id, guest, firstName, lastName, city, orders, openReturns },
    ...(hasRight(ctx, 'contacts') ? { email, phone } : {}),
    ...(hasRight(ctx, 'amounts') ? { spent: toTl(row.spentKurus) } : {}),
    joinedAt: row.joinedAt.toISOString(),
    lastOrderAt: row.lastOrderAt?.toISOString() ?? null,
  }
}

export function toWireConsent({ recipient, channel, status, since, iysStatus }: ConsentState): WireConsent {
  return { recipient, channel, status, since: since.toISOString(), iysStatus }
}

export function toWireConsentEvent(event: ConsentEvent): WireConsentEvent {
  const { id, recipient, channel, status, form, source, textVersion, text, actorName, note, happenedAt } = event
  return {
    ...{ id, recipient, channel, status, form, source, textVersion, text, actorName, note },
    happenedAt: happenedAt.toISOString(),
  }
}

function toWireDetail(ctx: Ctx, found: CustomerDetail): WireCustomerDetail {
  const { emailVerified, staff, secondStep, orderCount, paidOrders, sizes, waitsFor } = found
  const sums = hasRight(ctx, 'amounts')
  return {
    ...toWireCustomer(ctx, found),
    ...{ emailVerified, staff, secondStep, orderCount, paidOrders, sizes, waitsFor },
    bounce: found.bounce && toWireBounce(ctx, found.bounce),
    ...(sums ? { credit: toTl(found.creditKurus) } : {}),
    latestOrders: found.latestOrders.map(
      ({ id, status, paymentStatus, totalKurus, pieces, exchangeOf, createdAt }) => ({
        ...{ id, status, paymentStatus, pieces },
        ...(sums ? { total: toTl(totalKurus) } : {}),
        exchange: exchangeOf !== null,
        createdAt: createdAt.toISOString(),
      }),
    ),
    latestReturns: found.latestReturns.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
    favorites: found.favorites.map(({ product }) => {
      const { id, slug, name, mainImage } = toWireProduct(product)
      return { productId: id, slug, name, image: mainImage }
    }),
    messages: found.messages?.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) ?? null,
    notes: found.notes.map(({ id, text, authorName, createdAt }) => ({
      ...{ id, text },
      author: authorName,
      createdAt: createdAt.toISOString(),
    })),
    consents: found.consents.map((state) => asSeen(ctx, toWireConsent(state))),
    consentEvents: found.consentEvents.map((event) => asSeen(ctx, toWireConsentEvent(event))),
  }
}

/** A server's words name the address. */
function toWireBounce(ctx: Ctx, { hard, status, reason, bouncedAt }: KnownBounce) {
  return { hard, status, reason: hasRight(ctx, 'contacts') ? reason : '', at: bouncedAt.toISOString() }
}

/** Whom a consent is about is her address or her number. */
function asSeen<T extends { recipient?: string }>(ctx: Ctx, { recipient, ...consent }: T) {
  return hasRight(ctx, 'contacts') ? { ...consent, recipient } : consent
}

const missing = { 404: 'No such customer' }
const detailOf = async (ctx: Ctx, id: string) => toWireDetail(ctx, await getCustomer(ctx, id))

export const adminCustomers = resource()
  .openapi(
    route('GET /admin/customers', {
      ...needs('customers'),
      summary: 'Customers: accounts, and guests who bought something; the latest order first',
      request: { query: CustomerQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const ctx = c.get('ctx')
      const { items, total } = await listCustomers(ctx, query)
      return okPage(
        c,
        items.map((row) => toWireCustomer(ctx, row)),
        page(query, total),
      )
    },
  )
  .openapi(
    route('GET /admin/customers/{id}', {
      ...needs('customers'),
      summary: 'All that the shop knows of a customer',
      request: { params: Id },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => ok(c, await detailOf(c.get('ctx'), c.req.valid('param').id)),
  )
  .openapi(
    route('POST /admin/customers/{id}/notes', {
      ...needs('customers'),
      summary: 'Adds a note of the staff, which she never sees',
      request: { params: Id, ...json(NewCustomerNote) },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await addCustomerNote(c.get('ctx'), id, c.req.valid('json').text)
      return ok(c, await detailOf(c.get('ctx'), id), 'Not kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/customers/{id}/bounce', {
      ...needs('customers'),
      summary: 'Her address works again: newsletters and notices go there once more',
      request: { params: Id },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await forgetCustomerBounce(c.get('ctx'), id)
      return ok(c, await detailOf(c.get('ctx'), id), 'Bu adrese yeniden e-posta gönderilecek.')
    },
  )
  .openapi(
    route('POST /admin/customers/{id}/merge', {
      ...needs('customers', 'amounts', 'contacts', 'confirmed'),
      summary: 'Moves all of another account here and ends that account; cannot be undone',
      request: { params: Id, ...json(CustomerMerge) },
      failures: { ...staffFailures, ...missing, 409: 'The same account, staff, or an account into a guest' },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await mergeCustomers(c.get('ctx'), id, c.req.valid('json').otherId)
      return ok(c, await detailOf(c.get('ctx'), id), 'Hesaplar birleştirildi.')
    },
  )
  .openapi(
    route('POST /admin/customers/{id}/second-step/reset', {
      ...needs('customers', 'contacts', 'confirmed'),
      summary: 'Switches her two-step login off, once it is sure that she asks; her sessions end, and she is mailed',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such customer, a guest, or no two-step login', 409: 'Staff' },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await resetCustomerSecondStep(c.get('ctx'), id)
      return ok(c, await detailOf(c.get('ctx'), id), 'İki adımlı giriş kapatıldı.')
    },
  )
  .openapi(
    route('DELETE /admin/customers/{id}', {
      ...needs('customers', 'amounts', 'contacts', 'confirmed'),
      summary: 'Deletes her account as she could herself; of her orders stays what the law asks for',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'Staff, or store credit is left or may still come back' },
    }),
    async (c) => {
      await deleteCustomer(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Müşterinin hesabı silindi.')
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/customers/{id}/export',
      ...needs('customers', 'amounts', 'contacts', 'confirmed'),
      summary: 'All that the shop keeps about a customer, for her: a page to print, or JSON',
      request: {
        params: Id,
        query: z.object({ format: z.enum(['json', 'html'], 'Biçim json veya html olabilir').default('html') }),
      },
      responses: {
        ...failed({ ...staffFailures, ...missing, 400: 'Another format', ...confirmedFailures }),
        200: {
          description: 'The file',
          content: {
            'application/json': { schema: z.record(z.string(), z.unknown()) },
            'text/html': { schema: z.string() },
          },
        },
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { format } = c.req.valid('query')
      const data = await exportCustomerData(ctx, c.req.valid('param').id, format)
      const file =
        format === 'json' ? JSON.stringify(data, null, 2) : ownDataPage((await findBrand(ctx)).shopName, data)
      return c.body(file, 200, {
        'Content-Type': format === 'json' ? 'application/json' : 'text/html; charset=utf-8',
        'Content-Disposition': `attachment; filename="musteri-verileri.${format}"`,
      })
    },
  )
