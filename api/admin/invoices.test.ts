import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test as base } from '#test/shop.ts'

const pdf = (words = 'fatura') => new File([`%PDF-1.7\n${words}\n%%EOF`], 'fatura.pdf', { type: 'application/pdf' })

type Sent = { number?: string; file?: File; token?: string }
type Shop = {
  attach(orderId: string, sent?: Sent): ReturnType<Api>
  fetched(path: string, token: string): Promise<Response>
  staff: string
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ app, ctx }, use) => {
    const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const call = (path: string, token: string, init: RequestInit = {}) =>
      Promise.resolve(
        app.fetch(
          new Request(`http://shop.test/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${token}` } }),
        ),
      )
    await use({
      staff,
      async attach(orderId, { number = 'ABC2026000000001', file = pdf(), token = staff } = {}) {
        const body = new FormData()
        if (number) body.set('number', number)
        body.set('file', file)
        const answer = await call(`/admin/orders/${orderId}/invoice`, token, { method: 'POST', body })
        return { status: answer.status, headers: answer.headers, body: await answer.json() }
      },
      fetched: call,
    })
  },
})

async function anOrder(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(await aProduct(ctx)) })
  return { token, id: body.data.orderId as string }
}

const invoiceMails = async (ctx: Ctx) => (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-invoice')

describe('an invoice', () => {
  test('is attached, mailed with its file, and hers to download', async ({ ctx, api, shop }) => {
    const { id, token } = await anOrder(ctx, api)
    expect((await shop.fetched(`/orders/${id}/invoice.pdf`, token)).status).toBe(404)
    expect((await api('GET', `/orders/${id}`, { token })).body.data.invoiceFile).toBeNull()
    const { status, body } = await shop.attach(id)
    expect([status, body.message]).toEqual([200, 'Fatura eklendi ve müşteriye gönderildi.'])
    expect(body.data.invoiceFiles).toMatchObject([{ number: 'ABC2026000000001', replacedAt: null }])

    expect((await api('GET', `/orders/${id}`, { token })).body.data.invoiceFile).toMatchObject({
      number: 'ABC2026000000001',
    })
    const file = await shop.fetched(`/orders/${id}/invoice.pdf`, token)
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="fatura-ABC2026000000001.pdf"')
    expect(await file.text()).toBe(await pdf().text())

    const [mail, ...others] = await invoiceMails(ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ toEmail: 'ayse@posta.example', fileName: 'fatura-ABC2026000000001.pdf' })
    expect(mail?.text).toContain('faturası (ABC2026000000001) bu e-postanın ekindedir')
    await sendMail(ctx, mail?.id ?? '')
    const [sent] = await invoiceMails(ctx)
    expect([sent?.lastError, sent?.sentAt]).toEqual([null, ctx.clock()])
  })

  test('is replaced by another, and stays in the history', async ({ ctx, api, shop }) => {
    const { id, token } = await anOrder(ctx, api)
    await shop.attach(id, { file: pdf('eski') })
    const { body } = await shop.attach(id, { number: 'ABC2026000000002', file: pdf('yeni') })
    const [now, before] = body.data.invoiceFiles
    expect([now.number, now.replacedAt, before.number]).toEqual(['ABC2026000000002', null, 'ABC2026000000001'])
    expect(before.replacedAt).not.toBeNull()
    expect(await (await shop.fetched(`/orders/${id}/invoice.pdf`, token)).text()).toContain('yeni')
    const old = await shop.fetched(`/admin/orders/${id}/invoices/${before.id}`, shop.staff)
    expect(await old.text()).toContain('eski')
    expect((await invoiceMails(ctx)).at(-1)?.text).toContain('yeni faturası (ABC2026000000002)')
    const { data } = (await api('GET', `/admin/audit?subject=${id}`, { token: shop.staff })).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['order.invoice', 'order.invoice'])
  })

  test('of another customer, or at a public address, is not there', async ({ ctx, api, shop }) => {
    const { id } = await anOrder(ctx, api)
    const { body } = await shop.attach(id)
    const [invoice] = body.data.invoiceFiles
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await shop.fetched(`/orders/${id}/invoice.pdf`, stranger)).status).toBe(404)
    expect((await shop.fetched(`/orders/${id}/invoice.pdf`, '')).status).toBe(401)
    expect((await shop.fetched(`/admin/orders/${id}/invoices/${invoice.id}`, stranger)).status).toBe(403)
    expect((await shop.fetched(`/admin/orders/${id}/invoices/${id}`, shop.staff)).status).toBe(404)
    expect((await shop.attach(id, { token: stranger })).status).toBe(403)
    const [mail] = await invoiceMails(ctx)
    expect(mail?.fileKey).toMatch(/^private-[0-9a-f]{32}\.pdf$/)
    for (const path of [`/media/${mail?.fileKey}`, `/media/${mail?.fileKey?.replace('.pdf', '-640.jpg')}`]) {
      expect((await shop.fetched(`/../..${path}`, '')).status, path).toBe(404)
    }
  })

  test('is a PDF with a number of its own, not too large', async ({ ctx, api, shop }) => {
    const [one, other] = [await anOrder(ctx, api), await anOrder(ctx, api)]
    const refused = async (sent: Sent) => {
      const { status, body } = await shop.attach(one.id, sent)
      return [status, body.error]
    }
    expect(await refused({ number: '' })).toEqual([400, { number: ['Fatura numarası gerekli'] }])
    expect(await refused({ number: 'A B' })).toEqual([
      400,
      { number: ['Fatura numarası harf, rakam, “-” ve “/” içerebilir'] },
    ])
    expect(await refused({ file: new File(['<html>'], 'fatura.pdf') })).toEqual([400, { file: ['Fatura PDF olmalı'] }])
    expect(await refused({ file: new File([], '') })).toEqual([400, { file: ['Faturanın PDF dosyasını seçin'] }])
    const large = new File(['%PDF-1.7', new Uint8Array(5_000_000)], 'fatura.pdf')
    expect(await refused({ file: large })).toEqual([413, { file: ['Fatura dosyası 5 MB’dan büyük olamaz'] }])
    expect((await refused({ file: new File([new Uint8Array(5_200_000)], 'fatura.pdf') }))[0]).toBe(413)
    expect((await shop.attach('00000000-0000-7000-8000-00000000abcd')).status).toBe(404)
    expect((await shop.attach('yok')).status).toBe(404)

    await shop.attach(other.id)
    const twice = await shop.attach(one.id)
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'ABC2026000000001 numaralı fatura başka bir siparişe eklenmiş.',
    ])
    expect(await invoiceMails(ctx)).toHaveLength(1)
  })
})

describe('files in bulk', () => {
  test('are matched by the order number in their names, and nothing is changed', async ({ ctx, api, shop }) => {
    const [one, other] = [await anOrder(ctx, api), await anOrder(ctx, api)]
    const [a, b] = [one, other].map(({ id }) => id.slice(-8).toUpperCase())
    await shop.attach(other.id)
    const names = [
      `#${a} ABC2026000000007.pdf`,
      `fatura-${b?.toLowerCase()}.pdf`,
      'fatura.pdf',
      `${a}_${b}.pdf`,
      'ABC2026000000008.pdf',
      'deadbeef.pdf',
    ]
    const { status, body } = await api('POST', '/admin/invoices/matches', { token: shop.staff, body: { names } })
    expect(status).toBe(200)
    const order = { id: one.id, buyer: 'Ayşe Yılmaz', totalAmount: 1199, invoiceNumber: null }
    expect(body.data).toEqual([
      { name: names[0], number: 'ABC2026000000007', order, problem: null },
      {
        name: names[1],
        number: null,
        order: { ...order, id: other.id, invoiceNumber: 'ABC2026000000001' },
        problem: null,
      },
      { name: names[2], number: null, order: null, problem: 'NO_ORDER' },
      { name: names[3], number: null, order: null, problem: 'SEVERAL_ORDERS' },
      { name: names[4], number: 'ABC2026000000008', order: null, problem: 'NO_ORDER' },
      { name: names[5], number: null, order: null, problem: 'NO_ORDER' },
    ])
    const twice = await api('POST', '/admin/invoices/matches', {
      token: shop.staff,
      body: { names: [`${a}.pdf`, `${a}-2.pdf`] },
    })
    expect(twice.body.data.map(({ problem }: { problem: string }) => problem)).toEqual(['TWICE', 'TWICE'])
    expect(await invoiceMails(ctx)).toHaveLength(1)
  })

  test('are for staff, two hundred at most', async ({ ctx, api, shop }) => {
    const { token } = await anOrder(ctx, api)
    const match = (names: string[], token: string) => api('POST', '/admin/invoices/matches', { token, body: { names } })
    expect((await match(['a'], token)).status).toBe(403)
    expect((await match([], shop.staff)).status).toBe(400)
    expect((await match(Array(201).fill('a'), shop.staff)).body.error).toEqual({
      names: ['Bir seferde en çok 200 dosya seçebilirsiniz'],
    })
  })
})
