import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { type QueuedJob, test } from '#test/shop.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { queueMail, sendMail } from './outbox.ts'
import { mails } from './schema.ts'

const hello = {
  to: 'ayse@posta.example',
  kind: 'hello',
  subject: 'Işıltılı günler',
  html: '<p>Merhaba</p>',
  text: 'Merhaba',
}

async function aQueuedMail(ctx: Ctx, queued: QueuedJob[], given: Partial<typeof hello> = {}): Promise<string> {
  await queueMail(ctx, { ...hello, ...given })
  const job = queued.at(-1)
  if (job?.name !== 'send-mail') throw new Error('no mail was queued')
  return job.data.mailId
}

function written(ctx: Ctx): string[] {
  const folder = join(ctx.config.dataDir, 'mail')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

async function row(ctx: Ctx, id: string) {
  const [mail] = await ctx.db.select().from(mails).where(eq(mails.id, id))
  return mail
}

describe('queueMail', () => {
  test('leaves no mail behind when its transaction fails', async ({ ctx }) => {
    const failing = inTransaction(ctx, async (ctx) => {
      await queueMail(ctx, hello)
      throw new Error('the order was not placed')
    })
    await expect(failing).rejects.toThrow('not placed')
    expect(await ctx.db.select().from(mails)).toEqual([])
  })
})

describe('sendMail', () => {
  test('writes a file when there is no SMTP, once', async ({ ctx, queued, clock }) => {
    const id = await aQueuedMail(ctx, queued)
    clock.forward(5000)
    await sendMail(ctx, id)
    await sendMail(ctx, id)
    expect(await row(ctx, id)).toMatchObject({ attempts: 1, sentAt: clock.now, lastError: null })
    expect(readdirSync(join(ctx.config.dataDir, 'mail'))).toEqual([`2026-11-20T09-00-00-000Z-hello-${id}.eml`])
    const folder = join(ctx.config.dataDir, 'mail')
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => statSync(path).mode)
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600])
    const [eml = ''] = written(ctx)
    expect(eml).toContain('To: ayse@posta.example')
    expect(eml).toMatch(/^From: =\?UTF-8\?.*<merhaba@narcicegi\.example>\r?$/m)
    expect(eml).toContain(`Message-ID: <${id}@`)
    expect(eml).toMatch(/multipart\/alternative/)
  })

  test('lets nobody add headers by line breaks', async ({ ctx, queued }) => {
    const evil = 'Ayşe\r\nBcc: herkes@posta.example\r\n\r\nbody'
    const config = { ...ctx.config, mailFrom: `${evil} <merhaba@narcicegi.example>` }
    const id = await aQueuedMail(ctx, queued, { subject: evil, to: 'a@posta.example\r\nBcc: b@posta.example' })
    await sendMail({ ...ctx, config }, id)
    const [eml = ''] = written(ctx)
    const head = eml.slice(0, eml.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^from:/gim)).toHaveLength(1)
  })

  test('has the answers come to the shop where another address sends', async ({ ctx, queued, clock }) => {
    const config = { ...ctx.config, mailFrom: 'Narçiçeği <siparis@posta.narcicegi.example>' }
    const answersTo = () => written(ctx).map((eml) => /^Reply-To: (.*?)\r?$/m.exec(eml)?.[1])
    await sendMail(ctx, await aQueuedMail(ctx, queued))
    expect(answersTo()).toEqual([undefined])
    clock.forward(1000)
    await sendMail({ ...ctx, config }, await aQueuedMail(ctx, queued))
    expect(answersTo()).toContain(ctx.config.shopEmail)
  })

  test('notes a failure and throws, so that the queue tries again', async ({ ctx, queued }) => {
    const id = await aQueuedMail(ctx, queued)
    const unreachable = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://user:geheim@127.0.0.1:1' } }
    await expect(sendMail(unreachable, id)).rejects.toThrow()
    const failed = await row(ctx, id)
    expect(failed).toMatchObject({ attempts: 1, sentAt: null })
    expect(failed?.lastError).toContain('ECONNREFUSED')
    expect(failed?.lastError).not.toContain('geheim')
    await sendMail(ctx, id)
    expect(await row(ctx, id)).toMatchObject({ attempts: 2, lastError: null })
  })

  test('speaks SMTP', async ({ ctx, queued }) => {
    const server = await smtpServer()
    const id = await aQueuedMail(ctx, queued)
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: `smtp://127.0.0.1:${server.port}` } }, id)
    expect(server.received()).toMatch(/RCPT TO:<ayse@posta\.example>/)
    expect(server.received()).toContain('Subject: =?UTF-8?')
    expect((await row(ctx, id))?.sentAt).not.toBeNull()
    server.close()
  })
})

/** Just enough of a mail server to be handed one mail. */
async function smtpServer() {
  let received = ''
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      received += text
      if (inData) {
        if (!received.endsWith('\r\n.\r\n')) return
        inData = false
        socket.write('250 kept\r\n')
      } else if (/^DATA/i.test(text)) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, received: () => received, close: () => server.close() }
}
