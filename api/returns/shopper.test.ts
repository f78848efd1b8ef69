import { describe, expect } from 'vitest'
import { aLogo } from '#test/documents/logo.ts'
import { aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { mailsOf } from '#test/mails.ts'
import { drawnInPdf } from '#test/pdf.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

describe('a shopper', () => {
  test('returns one of three pieces and reads what becomes of it', async ({ ctx, api }) => {
    const { ask, own, order, itemId, orderId } = await aDelivery(ctx, api)
    const { status, body } = await ask(1, { note: '  Omuzları dar ' })
    expect([status, body.message]).toEqual([
      201,
      expect.stringMatching(/^İade talebinizi aldık; iade kodunuz R\w{6}\.$/),
    ])
    expect(body.data).toMatchObject({
      code: expect.stringMatching(/^R[2-9CDFGHJKMNPQRTVWX]{6}$/),
      ...{ kind: 'RETURN', status: 'REQUESTED', orderId, refundAmount: 100, difference: 0, money: 'NONE' },
      items: [{ itemId, quantity: 1, reason: 'TOO_SMALL', condition: null, size: 'S' }],
      note: 'Omuzları dar',
      // Ten days after the 20th, a Monday; fourteen until the money must be back.
      deadline: '2026-11-30T20:59:59.999Z',
      refundDueAt: '2026-12-04T20:59:59.999Z',
    })
    expect(body.data, 'how to send it is said once it is approved').not.toHaveProperty('wayBack')
    const mine = await own('GET', '/returns/my')
    expect(mine.body.data).toEqual([body.data])
    const { returnable } = await order()
    expect(returnable).toMatchObject({ late: false, items: [{ itemId, left: 2, exemption: null }] })
    expect(returnable.deadline).toBe('2026-12-07T20:59:59.999Z')
    expect(returnable.returns).toEqual([body.data])
  })

  test('is refused what is not hers, not there, or too much', async ({ ctx, api }) => {
    const { ask, orderId, itemId, own } = await aDelivery(ctx, api)
    const path = `/orders/${orderId}/returns`
    const items = [{ itemId, quantity: 1, reason: 'OTHER' }]
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('POST', path, { body: { items } })).status).toBe(401)
    expect((await api('POST', path, { body: { items }, token: other })).status).toBe(404)
    expect((await own('POST', `/orders/${itemId}/returns`, { items })).status).toBe(404)
    expect((await own('POST', path, { items: [{ ...items[0], itemId: orderId }] })).status).toBe(400)
    expect((await own('POST', path, { items: [{ ...items[0], reason: 'PINK' }] })).status).toBe(400)
    expect((await own('POST', path, { items: [items[0], items[0]] })).status).toBe(400)
    expect((await own('POST', path, { items, kind: 'EXCHANGE' })).status).toBe(400)
    expect((await own('POST', path, { items, images: [orderId] })).body.error).toHaveProperty('images')
    const tooMany = await ask(4)
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'CONFLICT'])
    expect((await ask(2)).status).toBe(201)
    expect((await ask(2)).body.message).toMatch(/en çok 1 adet iade edilebilir/)
    expect((await own('POST', path, { items: [{ ...items[0], quantity: '1' }] })).status, 'as a form sends it').toBe(
      201,
    )
    expect((await ask(1)).body.message).toMatch(/tamamı iade edildi ya da iadesi sürüyor/)
  })

  test('returns nothing before it is packed, which she cancels', async ({ ctx, api }) => {
    const { ask, order } = await aDelivery(ctx, api, { status: 'CONFIRMED' })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await order()).not.toHaveProperty('returnable')
  })

  test('has the promised days, moved over a weekend, and two years for a faulty piece', async ({ ctx, api, clock }) => {
    const { ask, order } = await aDelivery(ctx, api)
    // Delivered on Friday the 20th; the fifteenth day is a Saturday.
    clock.now = new Date('2026-12-07T23:59:00+03:00')
    expect((await ask()).status).toBe(201)
    clock.now = new Date('2026-12-08T00:00:00+03:00')
    const late = await ask()
    expect([late.status, late.body.code]).toEqual([409, 'RETURN_TOO_LATE'])
    expect(late.body.message).toMatch(/^İade süreniz 7 Aralık 2026 günü doldu/)
    expect((await order()).returnable.late).toBe(true)
    expect((await ask(1, { reason: 'FAULTY' })).status).toBe(201)
    clock.now = new Date('2028-11-21T00:00:00+03:00')
    expect((await ask(1, { reason: 'FAULTY' })).body.code).toBe('RETURN_TOO_LATE')
  })

  test('has no right of withdrawal where the contract said so, unless the piece is faulty', async ({ ctx, api }) => {
    const exemption = 'Hijyen bandı açılmış iç giyim iade alınamaz (m.15).'
    const { ask, order } = await aDelivery(ctx, api, { product: { withdrawalExemption: exemption } })
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_WITHDRAWAL'])
    expect(refused.body.message).toContain(exemption)
    expect((await order()).returnable.items).toMatchObject([{ exemption }])
    expect((await ask(1, { reason: 'FAULTY' })).status).toBe(201)
  })

  test('takes it back while nothing is on its way; its pieces may come back again', async ({ ctx, api }) => {
    const { asked, ask, own, decide, books } = await aDelivery(ctx, api, { quantity: 1 })
    const id = await asked()
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('DELETE', `/returns/${id}`, { token: other })).status).toBe(404)
    expect((await api('DELETE', `/returns/${id}`)).status).toBe(401)
    const taken = await own('DELETE', `/returns/${id}`)
    expect([taken.status, taken.body.data.status]).toEqual([200, 'CANCELLED'])
    expect((await own('DELETE', `/returns/${id}`)).status, 'said again').toBe(200)
    const again = (await ask()).body.data.id
    await decide(again, 'approve')
    await own('POST', `/returns/${again}/sent`, {})
    expect((await own('DELETE', `/returns/${again}`)).status).toBe(409)
    expect(await books()).toEqual([])
  })

  test('says that the parcel is on its way, once it is approved, and prints a slip for it', async ({
    ctx,
    api,
    app,
  }) => {
    const { asked, own, decide, buyer } = await aDelivery(ctx, api)
    const id = await asked()
    const slip = async () =>
      app.fetch(
        new Request(`http://shop.test/api/v1/returns/${id}/slip.pdf`, {
          headers: { authorization: `Bearer ${await signIn(ctx, buyer)}` },
        }),
      )
    expect((await slip()).status).toBe(409)
    expect((await own('POST', `/returns/${id}/sent`, {})).status).toBe(409)
    const approved = (await decide(id, 'approve')).body.data
    expect(approved.wayBack).toMatchObject({
      carrier: 'Örnek Kargo',
      words: expect.stringContaining('Örnek Kargo şubesine'),
    })
    const pdf = await slip()
    expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="iade-${approved.code}.pdf"`,
    ])
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await aLogo(ctx, 'png')
    const [page] = drawnInPdf(Buffer.from(await (await slip()).arrayBuffer()))
    expect(page, 'with the shop’s logo in place of its name').toContain('picture of 120 by 40 at 48 88')
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('GET', `/returns/${id}/slip.pdf`, { token: other })).status).toBe(404)
    expect((await api('GET', `/returns/${id}/slip.pdf`)).status).toBe(401)
    expect((await own('POST', `/returns/${id}/sent`, { trackingNumber: 'a b' })).status).toBe(400)
    const sent = await own('POST', `/returns/${id}/sent`, { trackingNumber: '123-A' })
    expect(sent.body.data).toMatchObject({ status: 'ON_ITS_WAY', trackingNumber: '123-A' })
    expect((await own('POST', `/returns/${id}/sent`, {})).body.data.trackingNumber).toBe('123-A')
    expect((await api('POST', `/returns/${id}/sent`, { token: other, body: {} })).status).toBe(404)
    expect((await api('POST', `/returns/${id}/sent`, { body: {} })).status).toBe(401)
    expect((await api('GET', '/returns/my')).status).toBe(401)
  })

  test("reads in the mail how to send it, in the owner's lines, with the code of the contract", async ({
    ctx,
    api,
  }) => {
    const { staff, asked, decide } = await aDelivery(ctx, api)
    const settings = { enabled: true, contractCode: '4711', howToSend: 'Paketleyin,\nşubeye verin.' }
    await staff('PUT', '/admin/settings/returns', { settings, version: 0 })
    await decide(await asked(), 'approve')
    const [mail] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-return-approved')
    expect(mail?.text).toContain('Paketleyin,\nşubeye verin.\nKargo anlaşma kodu: 4711')
    expect(mail?.html).toContain('Paketleyin,<br>şubeye verin.<br>Kargo anlaşma kodu: 4711')
  })

  test('is told nothing of returns while the owner has not switched them on', async ({ ctx, api }) => {
    const { staff, ask, order } = await aDelivery(ctx, api)
    const settings = { enabled: false, contractCode: '', howToSend: '' }
    const save = (body: object) => staff('PUT', '/admin/settings/returns', body)
    expect((await save({ settings: { ...settings, contractCode: '1'.repeat(41) } })).status).toBe(400)
    expect((await save({ settings, version: 0 })).status).toBe(200)
    expect((await save({ settings, version: 0 })).body.code).toBe('EDIT_CONFLICT')
    expect(await order()).not.toHaveProperty('returnable')
    const refused = await ask()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^İade için lütfen bize yazın/)])
  })
})

describe('pictures of a return', () => {
  test('are seen by her and by staff alone', async ({ ctx, api, app }) => {
    const { buyer, ask, staff, owner } = await aDelivery(ctx, api)
    const upload = async (file: File | undefined, token?: string) =>
      sendForm(app, 'POST', '/returns/images', { file }, token)
    const hers = await signIn(ctx, buyer)
    const stranger = await signIn(ctx, await aUser(ctx))
    const photo = await aPhoto('#aa3322')
    expect((await upload(photo)).status).toBe(401)
    expect((await upload(undefined, hers)).status).toBe(400)
    for (const name of ['fatura.pdf', 'fatura.pdf ', 'fatura.pdf?', 'foto.gif']) {
      const { status, body } = await upload(new File(['%PDF-1.7'], name), hers)
      expect([name, status, body.error]).toEqual([name, 400, { file: ['Görsel JPG veya PNG olmalı'] }])
    }
    expect((await upload(new File([new Uint8Array(5_500_000)], 'foto.jpg'), hers)).status).toBe(413)
    const kept = await upload(photo, hers)
    expect(kept.status).toBe(201)
    const { id } = kept.body.data
    const see = async (token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined
      const answer = await app.fetch(new Request(`http://shop.test/api/v1/returns/images/${id}`, { headers }))
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]
    }
    expect(await see(hers)).toEqual([200, 'image/png', 'no-store'])
    expect((await see(await signIn(ctx, owner)))[0], 'not sent yet').toBe(404)
    const { body } = await ask(1, { images: [id] })
    expect(body.data.images).toEqual([{ id }])
    expect((await staff('GET', `/admin/returns/${body.data.id}`)).body.data.images).toEqual([{ id }])
    expect((await see(await signIn(ctx, owner)))[0]).toBe(200)
    expect((await see(stranger))[0]).toBe(404)
    expect((await see())[0]).toBe(401)
    expect((await ask(1, { images: [id] })).status, 'one picture, one return').toBe(400)
  })
})
