import { expect, test } from 'vitest'
import { createApp } from '#server'
import { aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres()

test('a NUL in a text is the sender’s mistake on PostgreSQL too, which stores none', async () => {
  const app = createApp(postgres.ctx)
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  for (const [path, body] of [
    ['/auth/login', { email: 'ayse@posta.example', password: 'x\u0000' }],
    ['/forms/problem-report', { email: 'ayse@posta.example', problem: 'Sayfa\u0000açılmıyor' }],
    ['/admin/categories', { name: 'El\u0000bise' }],
  ] as const) {
    const response = await app.fetch(
      new Request(`http://shop.test/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    )
    const { code, message } = await response.json()
    expect([path, response.status < 500, code === 'INTERNAL']).toEqual([path, true, false])
    if (path === '/admin/categories') {
      expect([response.status, message]).toEqual([400, 'Gönderilen bilgilerde geçersiz bir karakter var.'])
    }
  }
})
