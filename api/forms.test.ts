import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { sendMail } from '#shop/mail/outbox.ts'
import { forgetOldMessages } from '#shop/messages/messages.ts'
import { days } from '#shop/time.ts'
import { aProduct } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { messagesOf, stockRequestsOf } from '#test/messages.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

const report = { email: 'Ayse@Posta.example', problem: 'Sepetim açılmıyor.\nTelefonum eski.' }

describe('POST /forms/problem-report', () => {
  test('keeps the message and mails it to the shop, answerable to the sender', async ({ api, ctx, queued }) => {
    const { status, body } = await api('POST', '/forms/problem-report', { body: report })
    expect([status, body.success]).toEqual([200, true])
    expect(await messagesOf(ctx)).toMatchObject([
      { kind: 'problem-report', email: 'ayse@posta.example', body: { problem: report.problem } },
    ])
    const [mail] = await mailsOf(ctx)
    expect(mail).toMatchObject({ toEmail: ctx.config.shopEmail, replyTo: 'ayse@posta.example' })
    expect(mail?.text).toContain('Sepetim açılmıyor.')
    expect(mail?.text).toContain('20 Kasım 2026')
    expect(queued.map((job) => job.name)).toEqual(['send-mail'])
  })

  test('says what is missing or wrong, field by field', async ({ api, ctx }) => {
    const wrong = async (body: unknown) => (await api('POST', '/forms/problem-report', { body })).body.error
    const all = 'Lütfen tüm alanları doldurun.'
    expect(await wrong({})).toEqual({ email: [all], problem: [all] })
    expect(await wrong({ email: 'a@b', problem: 'x' })).toEqual({ email: ['Geçerli bir e-posta adresi girin'] })
    expect(await wrong({ ...report, problem: 'x'.repeat(5001) })).toEqual({
      problem: ['En çok 5000 karakter yazabilirsiniz'],
    })
    expect(await wrong({ email: 12, problem: [] })).toMatchObject({ email: [expect.any(String)] })
    expect(await messagesOf(ctx)).toEqual([])
  })

  test('lets nobody write headers into the mail, nor break the database', async ({ api, ctx, queued }) => {
    for (const email of [
      'a@posta.example\r\nBcc: b@posta.example',
      'a@posta.example,b@posta.example',
      '<a@b.example>',
    ]) {
      const { status } = await api('POST', '/forms/problem-report', { body: { ...report, email } })
      expect(status, email).toBe(400)
    }
    const problem = 'Subject: başka\r\n\r\n<script>alert(1)</script>\u0000 \ud800'
    expect((await api('POST', '/forms/problem-report', { body: { ...report, problem } })).status).toBe(200)
    const job = queued.at(-1)
    if (job?.name === 'send-mail') await sendMail(ctx, job.data.mailId)
    const folder = join(ctx.config.dataDir, 'mail')
    const eml = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))[0] ?? ''
    const head = eml.slice(0, eml.indexOf('\r\n\r\n'))
    expect(head.match(/^subject:/gim)).toHaveLength(1)
    expect(head).toMatch(/^Reply-To: ayse@posta\.example$/m)
    expect((await mailsOf(ctx))[0]?.html).not.toContain('<script>')
  })

  test('answers a program that fills in every field as if it had been heard', async ({ api, ctx }) => {
    const body = { ...report, subject_line: 'ucuz ilaç' }
    expect((await api('POST', '/forms/problem-report', { body })).status).toBe(200)
    expect(await messagesOf(ctx)).toEqual([])
    expect(await mailsOf(ctx)).toEqual([])
  })

  test('hears five an hour from one place', async ({ api, clock }) => {
    const send = () => api('POST', '/forms/problem-report', { body: report })
    for (let n = 0; n < 5; n++) expect((await send()).status).toBe(200)
    const refused = await send()
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    clock.forward(3600_000)
    expect((await send()).status).toBe(200)
  })

  test('takes no forms of other sites', async ({ app, ctx }) => {
    const request = new Request('http://shop.test/api/v1/forms/problem-report', {
      method: 'POST',
      body: new URLSearchParams(report),
    })
    expect((await app.fetch(request)).status).toBe(415)
    const multipart = new Request(request.url, { method: 'POST', body: new FormData() })
    expect((await app.fetch(multipart)).status).toBe(415)
    expect(await messagesOf(ctx)).toEqual([])
  })
})

describe('POST /forms/stock-notice', () => {
  test('keeps one wish however often it is sent, and only for a size that exists', async ({ api, ctx }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    const ask = (given: object = {}) =>
      api('POST', '/forms/stock-notice', {
        body: { email: 'ayse@posta.example', size: 'M', productId: product.id, ...given },
      })
    expect((await ask()).status).toBe(200)
    expect((await ask({ email: 'AYSE@posta.example' })).status).toBe(200)
    expect(await stockRequestsOf(ctx)).toMatchObject([
      { productId: product.id, email: 'ayse@posta.example', size: 'M', color: null, notifiedAt: null },
    ])
    // Her link is mailed again, for who did not find it.
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['restock-confirm', 'restock-confirm'])
    expect((await ask({ size: 'XXS' })).body.error).toEqual({ size: [expect.stringContaining('böyle bir bedeni yok')] })
    expect((await ask({ productId: 'yok' })).status).toBe(404)
    for (const productId of ['', undefined]) {
      const { status, body } = await ask({ productId })
      expect([status, body.code, Object.keys(body.error)]).toEqual([400, 'INVALID', ['productId']])
    }
    expect((await ask({ size: '' })).body.error).toEqual({ size: ['Lütfen tüm alanları doldurun.'] })
  })
})

const application = {
  fullName: 'Şule Işık',
  phone: '0532 111 22 33',
  email: 'sule@posta.example',
  city: 'İzmir / Bornova',
  application_type: 'tasarim_teklifi',
  title: 'Triko koleksiyonu',
  description: 'El örgüsü bir koleksiyon öneriyorum.',
  budget: '5000-15000',
  consentKvkk: 'true',
  consentContact: 'true',
}

type Fields = Record<string, string | string[] | File>

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one)
  }
  return form
}

function apply(app: App, fields: Fields) {
  const init = { method: 'POST', body: formOf(fields) }
  return app.fetch(new Request('http://shop.test/api/v1/forms/application', init))
}

const pdf = (name = 'özgeçmiş.pdf') => new File(['%PDF-1.7\n%âãÏÓ\n…'], name, { type: 'application/pdf' })

describe('POST /forms/application', () => {
  test('keeps every field and mails them by their Turkish names', async ({ app, ctx }) => {
    const answer = await apply(app, { ...application, work_style: ['uzaktan', 'proje_bazli'], budget: '' })
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ success: true, data: null })])
    const [kept] = await messagesOf(ctx)
    expect(kept).toMatchObject({
      kind: 'application',
      email: 'sule@posta.example',
      fileKey: null,
      body: { title: 'Triko koleksiyonu', work_style: ['uzaktan', 'proje_bazli'], consentMarketing: false },
    })
    const [mail] = await mailsOf(ctx)
    expect(mail?.subject).toBe('Yeni başvuru: Şule Işık')
    expect(mail?.text).toContain('Başvuru türü: Tasarım teklifi')
    expect(mail?.text).toContain('Çalışma şekli: Uzaktan, Proje bazlı')
    expect(mail?.text).not.toContain('Bütçe:')
  })

  test('says all that is missing at once, and wants both consents', async ({ app }) => {
    const answer = await apply(app, { application_type: 'baska', phone: '12', work_style: 'evden' })
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: Record<string, string[]> }
    const required = ['fullName', 'phone', 'email', 'city', 'application_type', 'title', 'description']
    expect(Object.keys(error)).toEqual(expect.arrayContaining([...required, 'work_style', 'consentKvkk']))
    expect(error.consentMarketing).toBeUndefined()
    expect(Object.values(error).flat().join()).not.toMatch(/Invalid|Geçersiz değer/)
  })

  test('keeps a file under a name of its own that no public address serves', async ({ app, ctx }) => {
    expect((await apply(app, { ...application, file: pdf('../../öz"geçmiş.pdf') })).status).toBe(200)
    const [kept] = await messagesOf(ctx)
    expect(kept).toMatchObject({ fileName: 'özgeçmiş.pdf', fileType: 'application/pdf' })
    expect(kept?.fileKey).toMatch(/^private-[0-9a-f]{32}\.pdf$/)
    expect(await ctx.files.has(kept?.fileKey ?? '')).toBe(true)
    expect((await app.fetch(new Request(`http://shop.test/media/${kept?.fileKey}`))).status).toBe(404)
  })

  test('is forgotten after three years, with its file', async ({ app, ctx, clock }) => {
    await apply(app, { ...application, file: pdf('özgeçmiş.pdf') })
    const [kept] = await messagesOf(ctx)
    const left = async () => [(await messagesOf(ctx)).length, await ctx.files.has(kept?.fileKey ?? '')]
    clock.forward(days(3 * 366))
    await forgetOldMessages(ctx)
    expect(await left()).toEqual([1, true])
    clock.forward(1)
    await forgetOldMessages(ctx)
    expect(await left()).toEqual([0, false])
  })

  test('takes a picture, drawn anew without what the camera wrote into it', async ({ app, ctx }) => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a8321c' } })
      .withExif({ IFD0: { Copyright: 'GPS 38.4 27.1' } })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const file = new File([new Uint8Array(polyglot)], 'Foto.JPEG')
    expect((await apply(app, { ...application, file })).status).toBe(200)
    const [kept] = await messagesOf(ctx)
    const bytes = Buffer.from((await ctx.files.get(kept?.fileKey ?? '')) ?? [])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    expect(bytes.toString('latin1')).not.toMatch(/GPS|script/)
  })

  test.for([
    ['a page that calls itself a picture', new File(['<html><script>'], 'foto.png')],
    ['a program with two endings', new File(['MZ\x90'], 'cv.pdf.exe')],
    ['a PDF that calls itself a picture', new File(['%PDF-1.7'], 'foto.jpg')],
    ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg')],
    ['half a picture', new File(['\x89PNG\r\n\x1a\nkaput'], 'a.png')],
  ] as const)('refuses %s', async ([, file], { app, ctx }) => {
    const answer = await apply(app, { ...application, file })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { file: [expect.any(String)] } })
    expect(await messagesOf(ctx)).toEqual([])
  })

  test('refuses more than 5 MB, whether in the file or around it', async ({ app }) => {
    const large = (bytes: number) => new File([new Uint8Array(bytes).fill(37)], 'a.pdf')
    const answer = await apply(app, { ...application, file: large(5 * 1024 * 1024 + 1) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ message: 'Dosya boyutu 5MB’dan büyük olamaz' })
    expect((await apply(app, { ...application, file: large(7_000_000) })).status).toBe(413)
  })

  test('takes three at a time from one place, and the next ones once those have come', async ({ app }) => {
    const free = Promise.withResolvers<void>()
    const whole = new Request('http://shop.test', { method: 'POST', body: formOf({ ...application, file: pdf() }) })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const slowly = () =>
      new ReadableStream({
        async pull(controller) {
          await free.promise
          controller.enqueue(bytes)
          controller.close()
        },
      })
    const send = async () => {
      const init = { method: 'POST', headers: whole.headers, body: slowly(), duplex: 'half' }
      return (await app.fetch(new Request('http://shop.test/api/v1/forms/application', init))).status
    }
    const four = [send(), send(), send(), send()]
    expect(await Promise.race(four)).toBe(429)
    free.resolve()
    expect((await Promise.all(four)).sort()).toEqual([200, 200, 200, 429])
    expect(await send()).toBe(200)
  })

  test('answers broken form data as what it is', async ({ app }) => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=a']) {
      const request = new Request('http://shop.test/api/v1/forms/application', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'kaput',
      })
      expect((await app.fetch(request)).status).toBe(400)
    }
  })

  test('takes no JSON, and no bots', async ({ app, api, ctx }) => {
    expect((await api('POST', '/forms/application', { body: application })).status).toBe(415)
    expect((await apply(app, { ...application, subject_line: 'x', file: pdf() })).status).toBe(200)
    expect(await messagesOf(ctx)).toEqual([])
  })
})
