import {
  type AdminCampaign,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  updateCampaign,
} from '#shop/campaigns/campaigns.ts'
import { NewCampaign } from '#shop/campaigns/contract.ts'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { created, Id, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireCoupon } from '../wire/admin/coupons.ts'

function toWire(ctx: Ctx, { brought, codeKey, customerId, used, ...campaign }: AdminCampaign): WireCoupon {
  const { kind, value, minTotalKurus, startsAt, endsAt, createdAt, updatedAt, customerEmail, ...rest } = campaign
  return {
    ...rest,
    kind,
    value: kind === 'AMOUNT' ? toTl(value) : value,
    minTotal: toTl(minTotalKurus),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    uses: brought.uses,
    orders: brought.orders,
    ...(hasRight(ctx, 'amounts') ? { revenue: toTl(brought.revenueKurus), discount: toTl(brought.discountKurus) } : {}),
    oneCustomer: customerId !== null,
    ...(hasRight(ctx, 'contacts') ? { customerEmail } : {}),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const found = { ...staffFailures, 404: 'No such campaign' }
const body = { required: true, content: { 'application/json': { schema: NewCampaign } } }

export const adminCoupons = resource()
  .openapi(
    route('GET /admin/coupons', {
      ...needs('campaigns'),
      summary: 'All codes and campaigns, the newest first, with what each brought',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const campaigns = await listCampaigns(ctx)
      return ok(
        c,
        campaigns.map((campaign) => toWire(ctx, campaign)),
      )
    },
  )
  .openapi(
    route('POST /admin/coupons', {
      ...needs('campaigns'),
      summary: 'Makes a code for a discount, or without one a campaign that counts by itself',
      request: { body },
      created: true,
      failures: { 400: 'Invalid fields', ...staffFailures, 409: 'Another campaign has the code' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return created(c, toWire(ctx, await createCampaign(ctx, c.req.valid('json'))), 'Kampanya oluşturuldu.')
    },
  )
  .openapi(
    route('PUT /admin/coupons/{id}', {
      ...needs('campaigns'),
      summary:
        'Changes a campaign for carts from now on; orders keep what they got. Without the sight of contacts its customer stays as she is',
      request: { params: Id, body },
      failures: {
        400: 'Invalid fields',
        ...found,
        409: 'Another campaign has the code, or EDIT_CONFLICT when it was saved after the given `updatedAt`',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const campaign = await updateCampaign(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWire(ctx, campaign), 'Kampanya kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/coupons/{id}', {
      ...needs('campaigns'),
      summary: 'Deletes a campaign that no order has',
      request: { params: Id },
      failures: { ...found, 409: 'An order has it: it can be switched off' },
    }),
    async (c) => {
      await deleteCampaign(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Kampanya silindi.')
    },
  )
