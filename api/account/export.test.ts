import { describe, expect } from 'vitest'
import { giveConsent } from '#shop/accounts/consents/ledger.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { giftCards } from '#shop/gift-cards/schema.ts'
import { saveGiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

test('her own data tell the account to which the shop pays back, in the file and on the page', async ({
  ctx,
  api,
  app,
}) => {
  const iban = 'TR330006100519786457841326'
  const sale = await aTransfer(ctx, api)
  await sale.receive(500)
  await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
  const exported = async () => (await sale.own('GET', '/account/export')).body.data
  expect(await exported()).not.toHaveProperty('refundAccounts')
  await sale.own('PUT', `/orders/${sale.orderId}/refund-account`, { iban, holder: 'Ayşe Yılmaz' })
  const order = `#${sale.orderId.slice(-8).toUpperCase()}`
  expect((await exported()).refundAccounts).toEqual([{ order, iban, holder: 'Ayşe Yılmaz' }])
  const { body } = await sale.staff('GET', '/admin/customers')
  const { id } = body.data[0]
  const page = await app.fetch(
    new Request(`http://shop.test/api/v1/admin/customers/${id}/export?format=html`, {
      headers: { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` },
    }),
  )
  expect(await page.text()).toContain(`<td>${order}</td><td>${iban}</td><td>Ayşe Yılmaz</td>`)
})

test('her own data tell what staff did for her, and not from where', async ({ ctx, api }) => {
  const user = await aUser(ctx, { email: 'ipek@posta.example' })
  const [token, owner] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  await giveConsent(ctx, { recipient: user.email, channel: 'EMAIL', form: 'iys', source: 'IYS_WEB', userId: user.id })
  const recipient = { recipient: user.email }
  expect((await api('POST', '/admin/consents/withdrawals', { token: owner, body: recipient })).status).toBe(200)
  await api('GET', '/admin/customers', { token: owner })
  const file = await api('GET', `/admin/customers/${user.id}/export?format=json`, { token: owner })
  expect(file.status).toBe(200)
  const { data } = (await api('GET', '/account/export', { token })).body
  expect(data.consents.at(-1)).toMatchObject({ status: 'WITHDRAWN', form: 'staff', address: null })
  const exports = data.securityEvents.filter(({ kind }: { kind: string }) => kind === 'data-exported')
  expect(exports.map(({ address }: { address: string }) => address).toSorted()).toEqual(['', '127.0.0.1'])
})

test('the page to print names what she wrote in the words of the form, and has what the shop answered', async ({
  ctx,
  api,
  app,
}) => {
  const user = await aUser(ctx, { email: 'ipek@posta.example' })
  const [token, owner] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const product = await aProduct(ctx, { name: 'Saten Elbise', variants: [{ size: 'M', color: 'Zümrüt', stock: 0 }] })
  const wanted = { productId: product.id, size: 'M', color: 'Zümrüt', email: user.email }
  expect((await api('POST', '/forms/stock-notice', { token, body: wanted })).status).toBe(200)
  await api('POST', '/forms/problem-report', { body: { email: user.email, problem: 'Kargom gelmedi' } })
  const [message] = (await api('GET', '/admin/messages?kind=problem-report', { token: owner })).body.data
  const answer = { subject: 'Kargonuz', text: 'Yarın elinizde olur.' }
  await api('POST', `/admin/messages/${message.id}/answers`, { token: owner, body: answer })
  await api('GET', '/admin/customers', { token: owner })
  const letter = { subject: 'Bedeniniz', text: 'L de var.' }
  await api('POST', `/admin/customers/${user.id}/messages`, { token: owner, body: letter })
  const page = await app.fetch(
    new Request('http://shop.test/api/v1/account/export?format=html', {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  const html = await page.text()
  expect(html).toContain('<td>Saten Elbise</td><td>M</td><td>Zümrüt</td>')
  expect(html).toContain('<td>E-posta: ipek@posta.example; Sorun: Kargom gelmedi</td>')
  expect(html).toContain('<td>Kargonuz</td><td>Yarın elinizde olur.</td>')
  expect(html).toContain('<td>Bedeniniz</td><td>L de var.</td>')
  expect(html).not.toMatch(/problem:|subject:/)
})

describe('gift cards that were sent to an address which she has changed since', () => {
  /** A card that went to a user's address, and the user under her new one. */
  async function aChange(ctx: Ctx, api: Api, { verified }: { verified: boolean }) {
    await saveGiftCardSettings(ctx, { on: true })
    const user = await aUser(ctx, { email: 'eski@posta.example', verified })
    const [token, owner] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
    const card = { amount: 250, recipientEmail: user.email, recipientName: 'Gülşah', message: 'İyi ki doğdun Gülşah' }
    await api('POST', '/admin/gift-cards', { token: owner, body: card })
    const change = { email: 'yeni@posta.example', currentPassword: usualPassword }
    await api('PUT', '/account', { token, body: change })
    const opened = await api('POST', '/auth/verify-email', {
      body: { token: await mailedToken(ctx, 'email-change-link') },
    })
    expect(opened.status).toBe(200)
    return signIn(ctx, user)
  }

  test('are in her own data, and lose her name with her account', async ({ ctx, api }) => {
    const token = await aChange(ctx, api, { verified: true })
    const { data } = (await api('GET', '/account/export', { token })).body
    expect(data.giftCards).toMatchObject([{ amount: 250, recipientName: 'Gülşah' }])
    expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
    expect(await ctx.db.select().from(giftCards)).toMatchObject([
      { recipientEmail: null, recipientName: '', message: '', balanceKurus: 25_000 },
    ])
    const kept = JSON.stringify(await ctx.db.select().from(auditEntries))
    expect(kept).not.toContain('eski@posta.example')
  })

  test('stay with an address that she never proved', async ({ ctx, api }) => {
    const token = await aChange(ctx, api, { verified: false })
    const { data } = (await api('GET', '/account/export', { token })).body
    expect(data).not.toHaveProperty('giftCards')
    expect(await ctx.db.select().from(giftCards)).toMatchObject([{ recipientEmail: 'eski@posta.example' }])
  })
})
