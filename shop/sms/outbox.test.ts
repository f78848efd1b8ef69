import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { days, minutes, seconds } from '#shop/time.ts'
import { startNetgsm } from '#test/outside/sms/netgsm.ts'
import { type QueuedJob, test } from '#test/shop.ts'
import { openSender } from './open.ts'
import { forgetOldSms, queueSms, sendSms } from './outbox.ts'
import { sms } from './schema.ts'
import { canSms } from './sender.ts'

let there: Awaited<ReturnType<typeof startNetgsm>>
beforeEach(async () => {
  there = await startNetgsm()
})
afterEach(() => there.close())

const phone = '+905321112233'
const text = 'Narçiçeği: 1.248,00 TL kapıda ödemeli siparişinizin onay kodu 123456. Kodu kimseyle paylaşmayın.'

const withSender = (ctx: Ctx, more: object = {}): Ctx => ({
  ...ctx,
  config: { ...ctx.config, sms: { ...there.settings, ...more } },
})

/** Queues one, and gives a try of its job and its row. */
async function aQueued(ctx: Ctx, queued: QueuedJob[], said = text) {
  await queueSms(ctx, {
    kind: 'door-code',
    to: phone,
    text: said,
    until: new Date(ctx.clock().getTime() + minutes(10)),
  })
  const job = queued.at(-1)
  if (job?.name !== 'send-sms') throw new Error('no job was queued')
  const { smsId } = job.data
  const run = () => sendSms(ctx, smsId).catch(({ message }: Error) => message)
  const row = async () => (await ctx.db.select().from(sms).where(eq(sms.id, smsId)))[0]
  return { run, row }
}

describe('an SMS', () => {
  test('is handed over once, with the number and the letters that the network takes, and forgotten', async ({
    ctx: plain,
    queued,
  }) => {
    const ctx = withSender(plain)
    const { run, row } = await aQueued(ctx, queued)
    expect(there.sent, 'only the job sends').toEqual([])
    await run()
    await run()
    expect(there.sent).toMatchObject([{ to: '5321112233', text }])
    expect(await row()).toMatchObject({ sentAt: ctx.clock(), text: '', jobId: there.sent[0]?.job, lastError: null })
  })

  test.for([
    ['the line is cut before', 'drop before', 1],
    ['the answer is a page', 'html 502', 1],
    ['too many were sent', '80', 1],
    ['Netgsm has an error of its own', '100', 1],
    ['the answer is lost', 'drop after', 2],
  ] as const)('is tried again when %s', async ([, how, times], { ctx: plain, queued }) => {
    const { run, row } = await aQueued(withSender(plain), queued)
    there.mischief.push(how)
    expect(await run()).toEqual(expect.any(String))
    expect(await row()).toMatchObject({ sentAt: null, lastError: expect.any(String), text })
    await run()
    expect([there.sent.length, (await row())?.text]).toEqual([times, ''])
  })

  test('is tried three times in all, and never once it is of no use', async ({ ctx: plain, queued, clock }) => {
    const ctx = withSender(plain)
    const { run } = await aQueued(ctx, queued)
    there.mischief.push('80', '80', '80')
    for (let n = 0; n < 4; n++) await run()
    expect([there.asked(), there.sent]).toEqual([3, []])
    const late = await aQueued(ctx, queued)
    clock.forward(minutes(10) + seconds(1))
    await late.run()
    expect(there.asked()).toBe(3)
    await forgetOldSms(ctx)
    expect((await late.row())?.text).toBe('')
    clock.forward(days(3))
    await forgetOldSms(ctx)
    expect(await ctx.db.select().from(sms)).toEqual([])
  })

  test.for([
    ['a wrong password', { password: 'yanlış' }, '30'],
    ['another’s originator', { header: 'BASKASI' }, '40'],
  ] as const)('is refused for good by %s', async ([, more, code], { ctx: plain, queued }) => {
    const { run, row } = await aQueued(withSender(plain, more), queued)
    expect(await run()).toBeUndefined()
    await run()
    expect(there.asked()).toBe(1)
    expect(await row()).toMatchObject({ lastError: expect.stringContaining(`Netgsm says ${code}`), text: '' })
  })

  test('that is longer than one, or has letters that none has, is refused for good', async ({ ctx: plain, queued }) => {
    const ctx = withSender(plain)
    const long = await aQueued(ctx, queued, 'ş'.repeat(156))
    expect([await long.run(), there.asked()]).toEqual([undefined, 0])
    const strange = await aQueued(ctx, queued, 'güzel 漢')
    expect(await strange.run()).toBeUndefined()
    expect((await strange.row())?.lastError).toContain('says 20')
  })
})

test('an SMS goes to mobiles of Türkiye alone, and only where a sender is set up', ({ ctx }) => {
  expect([phone, '+902121112233', '+4915112345678'].map((to) => canSms(withSender(ctx), to))).toEqual([
    true,
    false,
    false,
  ])
  expect(canSms(ctx, phone)).toBe(false)
})

test('the doctor’s look sends nothing: login and originator, good and wrong', async () => {
  const seen = async (more: object) => (await openSender({ ...there.settings, ...more })).check()
  expect(await seen({})).toBe('good')
  expect(await seen({ password: 'x' })).toBe('wrong-login')
  expect(await seen({ header: 'YOK' })).toBe('wrong-header')
  expect(there.sent).toEqual([])
})
