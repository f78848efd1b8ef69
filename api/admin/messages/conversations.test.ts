import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { findAboutWriter } from '#shop/desk/conversations/about.ts'
import { reportProblem } from '#shop/messages/messages.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { messagesOf } from '#test/messages.ts'
import { type Api, test } from '#test/shop.ts'

async function anInbox(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Gül' }))
  const staff = (method: string, path: string, body?: unknown) => api(method, path, { token, body })
  const buyer = await aUser(ctx, { email: 'ayse@posta.example', firstName: 'Ayşe', lastName: 'Işık' })
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 100_000 }] })
  const body = aPayment(product, { totalAmount: 1000 })
  body.orderData.customerInfo = { ...body.orderData.customerInfo, email: buyer.email }
  const bought = await api('POST', '/payments/create', { token: await signIn(ctx, buyer), body })
  return { staff, buyer, orderId: bought.body.data.orderId as string }
}

const write = (ctx: Ctx, email: string, problem: string) => reportProblem(ctx, { email, problem })

describe('beside a message', () => {
  test('stand the customer of its address, her orders and her other messages', async ({ ctx, api, clock }) => {
    const { staff, buyer, orderId } = await anInbox(ctx, api)
    await write(ctx, buyer.email, 'Paketim nerede?')
    clock.forward(1000)
    await write(ctx, buyer.email, 'Fermuarı bozuk')
    await write(ctx, 'kimse@posta.example', 'Mağazanız nerede?')
    const [first, second, third] = await messagesOf(ctx)
    const shipped = { status: 'SHIPPED', carrier: 'yurtici', trackingNumber: '123456789012' }
    expect((await staff('PUT', `/admin/orders/${orderId}/status`, shipped)).status).toBe(200)

    expect((await staff('GET', `/admin/messages/${second?.id}`)).body.data).toMatchObject({
      customer: { id: buyer.id, firstName: 'Ayşe', lastName: 'Işık', phone: '+905321112233', orders: 1 },
      orders: [{ id: orderId, status: 'SHIPPED', total: 1000, trackingUrl: expect.stringContaining('123456789012') }],
      others: [{ id: first?.id, kind: 'problem-report', summary: 'Paketim nerede?', answered: false }],
    })
    expect((await staff('GET', `/admin/messages/${third?.id}`)).body.data).toMatchObject({
      customer: null,
      orders: [],
      others: [],
    })
  })

  test('stands nothing that the reader has no right to', async ({ ctx, api, as }) => {
    const { buyer, orderId } = await anInbox(ctx, api)
    await write(ctx, buyer.email, 'Paketim nerede?')
    const [message] = await messagesOf(ctx)
    const told = async (...held: ('messages' | 'orders-read' | 'customers' | 'amounts')[]) => {
      const actor = { kind: 'user', id: buyer.id, sessionId: newId(), address: '203.0.113.7', rights: held } as const
      const { customer, orders } = await findAboutWriter(as(actor), message ?? { id: '', email: '' })
      return [customer?.id, orders?.map(({ id, totalKurus }) => [id, totalKurus])]
    }
    expect(await told('messages')).toEqual([undefined, undefined])
    expect(await told('messages', 'orders-read')).toEqual([undefined, [[orderId, undefined]]])
    expect(await told('messages', 'orders-read', 'amounts')).toEqual([undefined, [[orderId, 100_000]]])
    expect(await told('messages', 'customers')).toEqual([buyer.id, undefined])
  })
})

describe('a letter', () => {
  test('goes to the customer by mail and stands among her messages', async ({ ctx, api }) => {
    const { staff, buyer } = await anInbox(ctx, api)
    const path = `/admin/customers/${buyer.id}/messages`
    const letter = { subject: 'Siparişiniz', text: 'Merhaba,\n\nAdresinizde <b>kapı no</b> eksik.' }
    const sent = await staff('POST', path, letter)
    expect([sent.status, sent.body.message]).toEqual([201, 'Mesajınız gönderiliyor.'])
    expect(sent.body.data).toMatchObject({
      kind: 'letter',
      email: buyer.email,
      answeredAt: expect.any(String),
      answers: [{ ...letter, actorName: 'Nar Gül', state: 'waiting' }],
    })
    const mail = (await mailsOf(ctx)).at(-1)
    expect(mail).toMatchObject({
      kind: 'letter',
      toEmail: buyer.email,
      replyTo: ctx.config.shopEmail,
      subject: 'Siparişiniz',
    })
    expect(mail?.html).toContain('Adresinizde &lt;b&gt;kapı no&lt;/b&gt; eksik.')

    const listed = async (query: string) => (await staff('GET', `/admin/messages?${query}`)).body.data.length
    expect([await listed('kind=letter'), await listed('kind=written&state=open')]).toEqual([1, 0])
    expect((await staff('GET', `/admin/customers/${buyer.id}`)).body.data.messages).toMatchObject([
      { kind: 'letter', answered: true },
    ])
    // A second message to her goes out like an answer, with nothing of hers to quote.
    const answer = await staff('POST', `/admin/messages/${sent.body.data.id}/answers`, {
      subject: 'Ek',
      text: 'Bir de…',
    })
    expect(answer.body.data.answers).toHaveLength(2)
    expect((await mailsOf(ctx)).at(-1)?.text).not.toContain('bize yazdığınız')
  })

  test('is refused without a customer, a text, or with a word that was not filled in', async ({ ctx, api }) => {
    const { staff, buyer } = await anInbox(ctx, api)
    const path = `/admin/customers/${buyer.id}/messages`
    expect((await staff('POST', `/admin/customers/${newId()}/messages`, { subject: 'a', text: 'b' })).status).toBe(404)
    expect((await staff('POST', path, { subject: 'a', text: ' ' })).body.error).toEqual({ text: ['Yanıtınızı yazın'] })
    expect((await staff('POST', path, { subject: 'a', text: 'Merhaba {ad}' })).body.error).toEqual({
      text: ['{ad} yerine ne yazılacağını belirtin'],
    })
    expect(await messagesOf(ctx)).toEqual([])
  })
})

test('ready texts stand in the order of the Turkish alphabet', async ({ ctx, api }) => {
  const { staff } = await anInbox(ctx, api)
  const names = ['Zarf', 'Özür', 'İade', 'Çok teşekkürler', 'Ceket', 'ıslak imza']
  for (const name of names) await staff('POST', '/admin/message-templates', { name, text: 'Merhaba' })
  const { body } = await staff('GET', '/admin/message-templates')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names.toSorted(new Intl.Collator('tr').compare))
})

test('ready texts are added, changed and removed, each name once', async ({ ctx, api }) => {
  const { staff } = await anInbox(ctx, api)
  const path = '/admin/message-templates'
  const text = { name: 'Kargo yolda', subject: '', text: 'Merhaba {ad}, {siparis} yolda: {kargo}' }
  expect((await staff('POST', path, text)).status).toBe(201)
  const again = await staff('POST', path, text)
  expect([again.status, again.body.error]).toEqual([409, { name: ['Bu adda bir hazır yanıt var'] }])
  expect((await staff('POST', path, { name: ' ', text: '' })).body.error).toEqual({
    name: ['Ad gerekli'],
    text: ['Metin gerekli'],
  })
  const unknown = await staff('POST', path, { name: 'Yanlış', subject: '{sipariş} hakkında', text: 'Merhaba {isim}' })
  expect([unknown.status, Object.keys(unknown.body.error)]).toEqual([400, ['subject', 'text']])
  expect(unknown.body.error.text).toEqual(['{isim} yerine gelecek bir bilgi yok; {ad}, {siparis} ya da {kargo} yazın'])
  const [kept] = (await staff('POST', path, { name: 'Adres', text: 'Adresinizi yazar mısınız?' })).body.data
  expect((await staff('PUT', `${path}/${kept.id}`, { ...text, text: 'x' })).status).toBe(409)
  const changed = await staff('PUT', `${path}/${kept.id}`, { name: 'Zarf', subject: 'Adresiniz', text: 'Adresiniz?' })
  expect(changed.body.data).toMatchObject([text, { name: 'Zarf', subject: 'Adresiniz', text: 'Adresiniz?' }])
  expect((await staff('DELETE', `${path}/${kept.id}`)).body.data).toMatchObject([text])
  expect((await staff('GET', path)).body.data).toMatchObject([text])
  for (const method of ['PUT', 'DELETE']) {
    expect((await staff(method, `${path}/${kept.id}`, text)).status, method).toBe(404)
  }
  expect(
    (await ctx.db.select().from(auditEntries)).filter(({ action }) => action === 'message-template.change'),
  ).toHaveLength(4)
})

test('of two who change a ready text at once the second writes nothing over, and is told', async ({ ctx, api }) => {
  const { staff } = await anInbox(ctx, api)
  const path = '/admin/message-templates'
  const seen = { name: 'Kargo', subject: '', text: 'Yolda' }
  const [{ id }] = (await staff('POST', path, seen)).body.data
  const save = (body: object) => staff('PUT', `${path}/${id}`, { ...seen, ...body })
  expect((await save({ subject: 'Siparişiniz', seen })).status).toBe(200)
  const second = await save({ text: 'Yola çıktı', seen })
  expect([second.status, second.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(second.body.message).toContain('“Kargo” bu arada başka biri tarafından değiştirildi')
  const known = { ...seen, subject: 'Siparişiniz' }
  const { body } = await save({ ...known, text: 'Yola çıktı', seen: known })
  expect(body.data).toEqual([{ id, ...known, text: 'Yola çıktı' }])
  expect((await save({})).status, 'who names no state').toBe(200)
})
