import { describe, expect } from 'vitest'
import { consentEvents } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { days, minutes } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { sendForm } from '#test/forms.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

type App = Parameters<typeof sendForm>[0]

async function aRegister(ctx: Ctx, api: Api, app: App) {
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owner), body })
  const agree = async (user: { id: string; email: string }, marketing = true) => {
    const token = await signIn(ctx, user as never)
    const { version } = (await api('GET', '/account/mail-preferences', { token })).body.data.marketing
    await api('PUT', '/account/mail-preferences', { token, body: { marketing, textVersion: version } })
  }
  const read = async (text: string | undefined) => {
    const file = text === undefined ? undefined : new File([text], 'iys.csv', { type: 'text/csv' })
    return sendForm(app, 'POST', '/admin/consents/imports', { file }, await signIn(ctx, owner))
  }
  return { staff, agree, read }
}

const head = 'creationDate,transactionId,recipient,recipientType,type,status,consentDate,source'

describe('consent in the panel', () => {
  test('of a caller is taken back at once, customer or not', async ({ api, app, ctx }) => {
    const { staff, agree } = await aRegister(ctx, api, app)
    const user = await aUser(ctx, { email: 'ipek@posta.example' })
    await agree(user)
    const of = async (text: string) =>
      (await staff('GET', `/admin/consents/of?recipient=${encodeURIComponent(text)}`)).body.data
    expect(await of('İPEK@posta.example'.replace('İ', 'I'))).toMatchObject({ consent: { status: 'GIVEN' } })
    const body = { recipient: user.email, note: 'Telefonla istedi' }
    const taken = await staff('POST', '/admin/consents/withdrawals', body)
    expect(taken.body.data).toMatchObject({
      consent: { status: 'WITHDRAWN' },
      events: [{ status: 'WITHDRAWN', form: 'staff', source: 'HS_CAGRI_MERKEZI', note: 'Telefonla istedi' }, {}],
    })
    await staff('POST', '/admin/consents/withdrawals', body)
    expect(await ctx.db.$count(consentEvents)).toBe(2)
    const token = await signIn(ctx, user)
    expect((await api('GET', '/account/mail-preferences', { token })).body.data.marketing.granted).toBe(false)

    await staff('POST', '/admin/consents/withdrawals', { recipient: '0532 111 22 33' })
    expect(await of('+90 532 111 22 33')).toMatchObject({ channel: 'SMS', consent: { status: 'WITHDRAWN' } })
    expect(await of('kimse@posta.example')).toMatchObject({ consent: null, events: [] })
    expect((await staff('POST', '/admin/consents/withdrawals', { recipient: 'hiç' })).status).toBe(400)
    expect((await staff('GET', '/admin/consents/of?recipient=x')).status).toBe(400)
    const [entry] = (await staff('GET', '/admin/audit?action=consent.withdraw')).body.data
    expect(entry.subject.name).toBe('+905321112233')
    const page = (await staff('GET', `/admin/customers/${user.id}`)).body.data
    expect(page.consents).toMatchObject([{ recipient: user.email, status: 'WITHDRAWN' }])
    expect(page.consentEvents).toHaveLength(2)
  })

  test('goes to İYS once, and what is taken back later follows', async ({ api, app, ctx, clock }) => {
    const { staff, agree } = await aRegister(ctx, api, app)
    expect((await staff('POST', '/admin/consents/files')).status).toBe(409)
    const user = await aUser(ctx, { email: 'ipek@posta.example' })
    await agree(user)
    const now = async () => (await staff('GET', '/admin/consents')).body.data
    expect(await now()).toMatchObject({ emails: 1, phones: 0, waiting: 1, oldest: clock.now.toISOString(), files: [] })
    const file = (await staff('POST', '/admin/consents/files')).body.data
    expect(file).toMatchObject({ lines: 1, uploadedAt: null })
    const other = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const text = async (id: string) => {
      const headers = { authorization: `Bearer ${other}` }
      const bytes = await (
        await app.fetch(new Request(`http://shop.test/api/v1/admin/consents/files/${id}`, { headers }))
      ).arrayBuffer()
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    }
    const at = new Date(clock.now.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(await text(file.id)).toBe(
      `\uFEFFtype,source,recipient,status,consentDate,recipientType\r\nEPOSTA,HS_WEB,ipek@posta.example,ONAY,${at},BIREYSEL\r\n`,
    )
    expect((await now()).waiting).toBe(1)
    for (const _ of [1, 2]) await staff('POST', `/admin/consents/files/${file.id}/uploaded`)
    expect(await now()).toMatchObject({ waiting: 0, oldest: null, files: [{ id: file.id }] })
    expect((await now()).files[0].uploadedAt).not.toBeNull()
    clock.forward(minutes(5))
    await agree(user, false)
    const next = (await staff('POST', '/admin/consents/files')).body.data
    expect(await text(next.id)).toContain('ipek@posta.example,RET,')
    for (const call of ['', '/uploaded']) {
      const path = `/admin/consents/files/${crypto.randomUUID()}${call}`
      expect((await staff(call ? 'POST' : 'GET', path)).status).toBe(404)
    }
  })

  test('comes from İYS: the later word counts, twice changes nothing, calls are left out', async ({
    api,
    app,
    ctx,
  }) => {
    const { staff, agree, read } = await aRegister(ctx, api, app)
    const user = await aUser(ctx, { email: 'ipek@posta.example' })
    await agree(user)
    const lines = [
      '2026-01-02 10:00:00,t1,ipek@posta.example,BIREYSEL,EPOSTA,RET,2020-01-02 10:00:00,IYS_WEB',
      '2026-01-02 10:00:00,t2,+905321112233,BIREYSEL,MESAJ,ONAY,2026-01-02 10:00:00,HS_FIZIKSEL_ORTAM',
      '2026-01-02 10:00:00,t3,+905321112233,BIREYSEL,ARAMA,ONAY,2026-01-02 10:00:00,HS_WEB',
      '2026-01-02 10:00:00,t4,bozuk,BIREYSEL,EPOSTA,ONAY,2026-01-02 10:00:00,HS_WEB',
      '2026-01-02 10:00:00,t5,a@b.example,BIREYSEL,MESAJ,ONAY,2026-01-02 10:00:00,HS_WEB',
      '2026-01-02 10:00:00,t6,a@b.example,BIREYSEL,EPOSTA,BELKI,2026-01-02 10:00:00,HS_WEB',
      '2026-01-02 10:00:00,t7,a@b.example,BIREYSEL,EPOSTA,ONAY,dün,HS_WEB',
    ]
    const done = await read([head, ...lines].join('\n'))
    expect(done.body.data).toMatchObject({ rows: 7, given: 1, withdrawn: 0, calls: 1 })
    expect(done.body.data.wrong.map(({ row }: { row: number }) => row)).toEqual([5, 6, 7, 8])
    expect((await read([head, ...lines].join('\n'))).body.data).toMatchObject({ given: 0, withdrawn: 0 })
    const later = '2026-12-31 10:00:00,t8,ipek@posta.example,BIREYSEL,EPOSTA,RET,2099-01-02 10:00:00,IYS_WEB'
    expect((await read([head, later].join('\n'))).body.data).toMatchObject({ withdrawn: 1 })
    expect((await staff('GET', '/admin/consents')).body.data).toMatchObject({ emails: 0, phones: 1, waiting: 0 })
    expect((await read('ad,soyad\nA,B')).body.error.file).toEqual([
      'Dosyada şu sütunlar yok: recipient, type, status, consentDate',
    ])
    expect((await read(undefined)).status).toBe(400)
    expect((await read('x'.repeat(3_300_000))).status).toBe(413)
  })
})

test('who ticks the box of the application has agreed once she opens her link, but a no stands', async ({
  api,
  app,
  ctx,
  clock,
}) => {
  const { staff } = await aRegister(ctx, api, app)
  const apply = (email: string) =>
    sendForm(app, 'POST', '/forms/application', {
      ...{ fullName: 'Zeynep Ak', phone: '0532 111 22 33', email, city: 'İzmir', work_style: 'uzaktan' },
      ...{ application_type: 'tasarim_teklifi', title: 'Triko', description: 'Bir koleksiyon öneriyorum.' },
      ...{ budget: '5000-15000', consentKvkk: 'true', consentContact: 'true', consentMarketing: 'true' },
    })
  expect((await apply('Zeynep@posta.example')).status).toBe(200)
  const of = async () =>
    (await staff('GET', '/admin/consents/of?recipient=zeynep@posta.example')).body.data.consent?.status
  expect(await of(), 'anybody can type her address').toBeUndefined()
  const mailed = async () => /token=(izin\.[\w.-]+)/.exec((await mailsOf(ctx)).at(-1)?.text ?? '')?.[1] ?? ''
  const confirm = async (token: string) => (await api('POST', '/mail-consents', { body: { token } })).status
  const token = await mailed()
  expect(await confirm(`${token.slice(0, -2)}xx`)).toBe(400)
  expect([await confirm(token), await confirm(token), await of()]).toEqual([200, 200, 'GIVEN'])
  expect((await mailsOf(ctx)).at(-1)?.kind).toBe('consent-given')
  await staff('POST', '/admin/consents/withdrawals', { recipient: 'zeynep@posta.example' })
  await apply('zeynep@posta.example')
  expect([await confirm(token), await of()]).toEqual([409, 'WITHDRAWN'])
  await apply('yeni@posta.example')
  const late = await mailed()
  clock.forward(days(8))
  expect(await confirm(late)).toBe(400)
})
