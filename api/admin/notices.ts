import type { Ctx } from '#shop/ctx.ts'
import { requireUser } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { takeLimit } from '#shop/limits.ts'
import { addDevice, chooseNotices, findOwnNotices, removeDevice } from '#shop/notices/choices.ts'
import { NewPush, NoticeChoices, PushGone } from '#shop/notices/contract.ts'
import { findPushKeys } from '#shop/notices/keys.ts'
import { sendTest } from '#shop/notices/notices.ts'
import { badInput, json, limited, ok, resource, staffFailures } from '../api.ts'
import { ofStaff } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireNotices } from '../wire/admin/notices.ts'

async function present(ctx: Ctx): Promise<WireNotices> {
  const { devices, ...own } = await findOwnNotices(ctx)
  const { publicKey } = await findPushKeys(ctx)
  const shown = devices.map(({ device, endpoint, createdAt }) => {
    return { device, endpoint, createdAt: createdAt.toISOString() }
  })
  return { ...own, devices: shown, publicKey }
}

/** The caller's own choice of notices, and her devices. */
export const adminNotices = resource()
  .openapi(
    route('GET /admin/notices', {
      ...ofStaff,
      summary: 'What the caller may be told of, and what she has chosen',
      failures: staffFailures,
    }),
    async (c) => ok(c, await present(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/notices', {
      ...ofStaff,
      summary: 'Chooses what the caller is told of, how, and when not',
      request: json(NoticeChoices),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await chooseNotices(ctx, c.req.valid('json'))
      return ok(c, await present(ctx), 'Bildirimleriniz kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/push', {
      ...ofStaff,
      summary: 'Takes the subscription of the caller’s browser, as PushSubscription.toJSON() gives it',
      request: json(NewPush),
      failures: { ...staffFailures, ...badInput, 409: 'She has as many devices as there may be' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await addDevice(ctx, c.req.valid('json'), c.req.header('user-agent') ?? '')
      return ok(c, await present(ctx), 'Bu cihazda bildirimler açıldı.')
    },
  )
  .openapi(
    route('DELETE /admin/push', {
      ...ofStaff,
      summary: 'Forgets a browser’s subscription; one that is not there is gone already',
      request: json(PushGone),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await removeDevice(ctx, c.req.valid('json').endpoint)
      return ok(c, await present(ctx), 'Bu cihazda bildirimler kapatıldı.')
    },
  )
  .openapi(
    route('POST /admin/push/test', {
      ...ofStaff,
      summary: 'Sends a message to the caller’s own devices',
      failures: { ...staffFailures, ...limited, 409: 'No device took it' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const userId = requireUser(ctx)
      await takeLimit(ctx, { key: `push-test:${userId}`, limit: 10, windowSeconds: 3600 })
      if (await sendTest(ctx, userId)) return ok(c, null, 'Deneme bildirimi gönderildi.')
      throw new ShopError('CONFLICT', 'Bildirim gönderilemedi. Bildirimleri bu cihazda kapatıp yeniden açın.')
    },
  )
