import { describe, expect } from 'vitest'
import { Application } from '#shop/messages/contract.ts'
import { apply, reportProblem } from '#shop/messages/messages.ts'
import { aUser, signIn } from '#test/factories.ts'
import { messagesOf } from '#test/messages.ts'
import { test } from '#test/shop.ts'

const application = Application.parse({
  fullName: 'Şule Işık',
  phone: '0532 111 22 33',
  email: 'sule@posta.example',
  city: 'İzmir',
  application_type: 'bayilik',
  title: 'Bayilik',
  description: 'Bornova’da bir mağazam var.',
  consentKvkk: true,
  consentContact: true,
})
const upload = { name: 'özgeçmiş (2).pdf', bytes: new TextEncoder().encode('%PDF-1.7 …') }

describe('GET /admin/messages', () => {
  test('lists what was sent, newest first, by kind, by page and by words', async ({ api, ctx, clock }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await reportProblem(ctx, { email: 'a@posta.example', problem: 'Işıklı tabela görünmüyor' })
    clock.forward(1000)
    await apply(ctx, application, upload)
    const list = async (query: string) => (await api('GET', `/admin/messages${query}`, { token })).body
    const all = await list('')
    expect(all.data.map((message: { kind: string }) => message.kind)).toEqual(['application', 'problem-report'])
    expect(all.pagination).toEqual({ page: 1, totalPages: 1, total: 2 })
    expect(all.data[0]).toMatchObject({
      email: 'sule@posta.example',
      content: { title: 'Bayilik', consentKvkk: true },
      file: { name: 'özgeçmiş (2).pdf', type: 'application/pdf' },
    })
    expect(JSON.stringify(all)).not.toContain('private-')
    expect((await list('?kind=problem-report')).data).toHaveLength(1)
    expect((await list('?limit=1&page=2')).data[0].kind).toBe('problem-report')
    expect((await list('?q=IŞIKLI')).data.map((message: { kind: string }) => message.kind)).toEqual(['problem-report'])
    expect((await api('GET', '/admin/messages?kind=spam', { token })).status).toBe(400)
  })

  test('and the files are for admins only', async ({ api, ctx }) => {
    await apply(ctx, application, upload)
    const [kept] = await messagesOf(ctx)
    const customer = await signIn(ctx, await aUser(ctx))
    for (const path of ['/admin/messages', `/admin/messages/${kept?.id}/file`]) {
      const guest = await api('GET', path)
      expect([guest.status, JSON.stringify(guest.body).includes('Işık')], path).toEqual([401, false])
      expect((await api('GET', path, { token: customer })).status, path).toBe(403)
      expect((await api('GET', path, { token: 'erfunden' })).status, path).toBe(401)
    }
  })
})

describe('GET /admin/messages/{id}/file', () => {
  test('sends the file to be saved, never to be shown', async ({ app, ctx }) => {
    await apply(ctx, application, upload)
    const [kept] = await messagesOf(ctx)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const answer = await app.fetch(
      new Request(`http://shop.test/api/v1/admin/messages/${kept?.id}/file`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="_zge_mi_2_.pdf"; filename*=UTF-8\'\'%C3%B6zge%C3%A7mi%C5%9F%20%282%29.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(upload.bytes)
  })

  test('is 404 for what is no message or has no file', async ({ api, ctx }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await reportProblem(ctx, { email: 'a@posta.example', problem: 'x' })
    const [kept] = await messagesOf(ctx)
    for (const id of [kept?.id, 'yok', '01900000-0000-7000-8000-000000000000'])
      expect((await api('GET', `/admin/messages/${id}/file`, { token })).status).toBe(404)
  })
})
