import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { minutes } from '../../time.ts'
import { knownDevices } from '../schema.ts'
import { deviceName, forgetDevices, rememberDevice } from './devices.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36'

test.for([
  [phone, 'Safari, iPhone'],
  [laptop, 'Chrome, Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['curl/8.0 on Windows', 'Windows'],
  ['Firefox/140.0', 'Firefox'],
  ['', 'Bilinmeyen cihaz'],
  ['<script>alert(1)</script>', 'Bilinmeyen cihaz'],
] as const)('%s is shown as %s', ([userAgent, name]) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a device is new to whoever has another one, once, and to nobody at her first login', async ({ ctx, clock }) => {
  const [{ id }, other] = [await aUser(ctx), await aUser(ctx)]
  expect(await rememberDevice(ctx, id, phone)).toBe(false)
  const first = ctx.clock()
  clock.forward(minutes(1))
  expect(await rememberDevice(ctx, id, phone)).toBe(false)
  expect(await rememberDevice(ctx, other.id, laptop)).toBe(false)
  expect(await rememberDevice(ctx, id, laptop)).toBe(true)
  expect(await rememberDevice(ctx, id, laptop)).toBe(false)
  const rows = await ctx.db.select().from(knownDevices).orderBy(knownDevices.firstUsedAt)
  expect(rows[0]).toMatchObject({ userId: id, device: 'Safari, iPhone', firstUsedAt: first, lastUsedAt: ctx.clock() })
  await forgetDevices(ctx, id)
  expect(await ctx.db.select().from(knownDevices)).toMatchObject([{ userId: other.id }])
  expect(await rememberDevice(ctx, id, laptop)).toBe(false)
})
