import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { newId } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { keepMessage, reportProblem } from '#shop/messages/messages.ts'
import { stockRequests } from '#shop/restock/schema.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { messagesOf } from '#test/messages.ts'
import { test } from '#test/shop.ts'
import { comesIn, inLine } from '#test/waiting/line.ts'

const problem = { email: 'ayse@posta.example', problem: 'Fermuarı bozuk\nDeğişim istiyorum' }

describe('the inbox', () => {
  test('is for admins', async ({ ctx, api }) => {
    const customer = await signIn(ctx, await aUser(ctx))
    const id = newId()
    for (const [method, path, body] of [
      ['GET', `/admin/messages/${id}`],
      ['PUT', `/admin/messages/${id}`, { read: true }],
      ['POST', `/admin/messages/${id}/answers`, { subject: 'a', text: 'b' }],
      ['GET', '/admin/stock-requests'],
    ] as const) {
      expect((await api(method, path, { body })).status, path).toBe(401)
      expect((await api(method, path, { body, token: customer })).status, path).toBe(403)
    }
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('GET', `/admin/messages/${id}`, { token })).status).toBe(404)
    expect((await api('PUT', '/admin/messages/x', { token, body: { read: true } })).status).toBe(404)
    expect((await api('PUT', `/admin/messages/${id}`, { token, body: { read: 'evet' } })).status).toBe(400)
  })

  test('knows what is unread, open, answered and archived', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await reportProblem(ctx, problem)
    await keepMessage(ctx, { kind: 'stock-notice', email: 'b@posta.example', body: { size: 'S' } })
    const [message] = await messagesOf(ctx)
    const list = async (query: string) => {
      const { body } = await api('GET', `/admin/messages?${query}`, { token })
      return [body.data.length, body.unread]
    }
    const mark = (body: object) => api('PUT', `/admin/messages/${message?.id}`, { token, body })

    expect(await list('')).toEqual([2, 2])
    expect(await list('kind=written&state=unread')).toEqual([1, 1])
    expect((await mark({ read: true })).body.data.readAt).not.toBeNull()
    expect(await list('kind=written&state=unread')).toEqual([0, 0])
    expect(await list('kind=written&state=open')).toEqual([1, 0])
    expect((await mark({ read: false })).body.data.readAt).toBeNull()
    await mark({ answered: true })
    expect(await list('kind=written&state=open')).toEqual([0, 1])
    expect(await list('kind=written&state=answered')).toEqual([1, 1])
    await mark({ archived: true })
    expect(await list('kind=written&state=answered')).toEqual([0, 0])
    expect(await list('state=archived')).toEqual([1, 1])
    await mark({ archived: false, answered: false })
    expect(await list('kind=written&state=open')).toEqual([1, 1])
    // Looking at a message is no change; marking it is.
    expect(await ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { action: 'message.change', before: { answered: false }, after: { answered: true } },
      { before: { archived: false }, after: { archived: true } },
      { before: { answered: true, archived: true }, after: { answered: false, archived: false } },
    ])
    expect((await api('GET', '/admin/messages?state=lost', { token })).status).toBe(400)
  })

  test('shows every field in Turkish and keeps what was answered', async ({ ctx, api, queued }) => {
    const admin = await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Gül' })
    const token = await signIn(ctx, admin)
    await reportProblem(ctx, problem)
    const [message] = await messagesOf(ctx)
    const path = `/admin/messages/${message?.id}`
    expect((await api('GET', path, { token })).body.data).toMatchObject({
      subject: 'Sorun bildirimi: ayse@posta.example',
      facts: [{ label: 'E-posta' }, { label: 'Sorun', value: problem.problem }, { label: 'Tarih' }],
      answers: [],
    })
    for (const [body, field] of [
      [{ subject: ' ', text: 'x' }, 'subject'],
      [{ subject: 'x' }, 'text'],
      [{ subject: 'x', text: 'x'.repeat(10_001) }, 'text'],
    ] as const) {
      const refused = await api('POST', `${path}/answers`, { token, body })
      expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, [field]])
    }
    queued.length = 0
    const answer = { subject: 'Değişiminiz', text: 'Merhaba,\n\nHemen <b>değiştiriyoruz</b>.\nSevgiler' }
    const sent = await api('POST', `${path}/answers`, { token, body: answer })
    expect(sent.body.data).toMatchObject({
      readAt: expect.any(String),
      answeredAt: expect.any(String),
      answers: [{ ...answer, actorName: 'Nar Gül', state: 'waiting' }],
    })
    const mail = (await mailsOf(ctx)).at(-1)
    expect(mail).toMatchObject({
      kind: 'message-answer',
      toEmail: 'ayse@posta.example',
      replyTo: ctx.config.shopEmail,
      subject: 'Değişiminiz',
    })
    expect(mail?.html).toContain('Hemen &lt;b&gt;değiştiriyoruz&lt;/b&gt;.<br>Sevgiler')
    expect(mail?.text).toContain('> Fermuarı bozuk\n> Değişim istiyorum')
    expect(queued).toEqual([{ name: 'send-mail', data: { mailId: mail?.id } }])
    // The mail is forgotten after some months; the answer stays.
    await ctx.db.delete(mails)
    expect((await api('GET', path, { token })).body.data.answers).toMatchObject([{ text: answer.text, state: 'sent' }])
  })
})

test('what shoppers wait for is counted by product, color and size, most wanted first', async ({ ctx, api, clock }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const variants = [
    { size: 'S', color: 'Kum', stock: 0 },
    { size: 'M', color: 'Kum', stock: 0 },
  ]
  const [shirt, skirt] = [
    await aProduct(ctx, { name: 'Işıltı Bluz', variants }),
    await aProduct(ctx, { name: 'Uzun Etek', variants }),
  ]
  let n = 0
  const ask = (productId: string, size: string, color = '') =>
    inLine(ctx, { productId, size, color: color || null }, [`a${n++}`])
  await ask(skirt.id, 'S')
  clock.forward(1000)
  for (let i = 0; i < 3; i++) await ask(shirt.id, 'M', 'Kum')
  await ask(shirt.id, 'M')
  const { body } = await api('GET', '/admin/stock-requests', { token })
  expect([body.pagination.total, body.waiting]).toEqual([3, 5])
  expect(body.data).toMatchObject([
    { product: { id: shirt.id, name: 'Işıltı Bluz' }, size: 'M', color: 'Kum', waiting: 3, stockQuantity: 0 },
    { product: { id: skirt.id }, size: 'S', color: null, waiting: 1 },
    { product: { id: shirt.id }, size: 'M', color: null, waiting: 1 },
  ])
  const found = await api('GET', '/admin/stock-requests?q=ISILTI', { token })
  expect([found.body.data.length, found.body.waiting]).toEqual([2, 4])
  // Two pieces come: who is first in line is told, of those who want this color and of those who want any.
  await ctx.db.update(stockRequests).set({ confirmedAt: null }).where(eq(stockRequests.email, 'a2@posta.example'))
  await comesIn(ctx, shirt.variants.find(({ size }) => size === 'M')?.id ?? '', 2)
  const now = (await api('GET', '/admin/stock-requests?q=ISILTI', { token })).body
  expect(now.data.map(({ waiting, kept }: { waiting: number; kept: number }) => [waiting, kept])).toEqual([
    [1, 0],
    [0, 2],
  ])
})
