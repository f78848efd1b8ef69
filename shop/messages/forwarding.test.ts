import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import { forwardMessage } from './forwarding.ts'
import { reportProblem } from './messages.ts'
import { messages } from './schema.ts'

/** A stand-in for the form-to-mail service: it gives the set answer and records requests. */
async function service(answer: { status?: number; body?: string; location?: string }) {
  const received: { type: string; body: string }[] = []
  const server = createServer(async (req, res) => {
    received.push({ type: req.headers['content-type'] ?? '', body: await textOf(req) })
    const headers = answer.location ? { location: answer.location } : undefined
    res.writeHead(answer.status ?? 200, headers).end(answer.body ?? '{"success":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { received, url: `http://127.0.0.1:${port}/submit`, [Symbol.dispose]: () => server.close() }
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of req) text += chunk
  return text
}

const forwarding = (ctx: Ctx, url: string): Ctx => ({
  ...ctx,
  config: { ...ctx.config, formMail: { url, key: 'the-key' } },
})

async function theMessage(ctx: Ctx) {
  const [message] = await ctx.db.select().from(messages)
  if (!message) throw new Error('nothing was kept')
  return message
}

const report = { email: 'ayse@posta.example', problem: 'Sepetim açılmıyor' }

describe('forwardMessage', () => {
  test('hands a message to the form-to-mail service as form data, once', async ({ ctx: plain, queued }) => {
    using there = await service({})
    const ctx = forwarding(plain, there.url)
    await reportProblem(ctx, report)
    const { id } = await theMessage(ctx)
    expect(queued.map((job) => job.name)).toEqual(['send-mail', 'forward-message'])
    await forwardMessage(ctx, id)
    await forwardMessage(ctx, id)
    expect(there.received).toHaveLength(1)
    const [{ type, body } = { type: '', body: '' }] = there.received
    expect(type).toMatch(/^multipart\/form-data/)
    const fields = Object.fromEntries(
      [...body.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g)].map(([, name, value]) => [name, value]),
    )
    expect(fields).toMatchObject({
      access_key: 'the-key',
      subject: 'Sorun bildirimi: ayse@posta.example',
      from_name: 'Narçiçeği',
      email: 'ayse@posta.example',
    })
    expect(fields.message).toContain('Sepetim açılmıyor')
    expect(fields.message).toContain('20 Kasım 2026')
    expect((await theMessage(ctx)).forwardedAt).toEqual(ctx.clock())
  })

  test.for([
    ['says no', { body: '{"success":false}' }],
    ['answers with a page', { body: '<html>' }],
    ['fails', { status: 500 }],
    ['sends us elsewhere', { status: 302, location: 'http://127.0.0.1:1/' }],
  ] as const)('throws when the service %s, so that the queue tries again', async ([, answer], { ctx: plain }) => {
    using there = await service(answer)
    const ctx = forwarding(plain, there.url)
    await reportProblem(ctx, report)
    const { id } = await theMessage(ctx)
    await expect(forwardMessage(ctx, id)).rejects.toThrow()
    expect((await theMessage(ctx)).forwardedAt).toBeNull()
    expect(there.received).toHaveLength(1)
  })
})
