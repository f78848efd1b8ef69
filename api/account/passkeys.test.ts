import { describe, expect } from 'vitest'
import { minutes } from '#shop/time.ts'
import { codeAt } from '#test/accounts/app-code.ts'
import {
  finishLogin as finish,
  logIn,
  none,
  ownSecondStep as ownOf,
  ownPhone,
  withPasskey,
  withTotp,
} from '#test/accounts/second-step.ts'
import { aUser, usualPassword as password, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { Authenticator } from '#test/outside/authenticator.ts'
import { test } from '#test/shop.ts'

describe('passkeys', () => {
  test('are added with a name, listed, used as second step and alone, and removed', async ({ ctx, api }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { key, answer } = await withPasskey(api, token)
    expect([answer.status, answer.body.data.recoveryCodes.length]).toEqual([201, 10])
    const tablet = await withPasskey(api, token, new Authenticator({ counts: false }), 'Tablet')
    expect(tablet.answer.body.data.recoveryCodes).toEqual([])
    expect((await ownOf(api, token)).passkeys).toMatchObject([
      { name: 'Telefonum', lastUsedAt: null },
      { name: 'Tablet' },
    ])

    const asked = (await logIn(api, user.email)).body.data
    expect(asked).toMatchObject({
      secondStep: 'PASSKEY',
      passkey: { rpId: 'localhost', userVerification: 'preferred' },
    })
    const passkey = key.sign(asked.passkey)
    const entered = await finish(api, { challenge: asked.challenge, passkey })
    expect(entered.body.data.user.id).toBe(user.id)

    for (const device of [key, tablet.key]) {
      const { challenge, options } = (await api('POST', '/auth/passkey', { headers: ownPhone })).body.data
      expect(options).toMatchObject({ userVerification: 'required' })
      const alone = await finish(api, { challenge, passkey: device.sign(options) })
      expect(alone.body.data.user.email).toBe(user.email)
    }

    const [first, second] = (await ownOf(api, token)).passkeys
    expect(first.lastUsedAt).not.toBeNull()
    const remove = (id: string, given = password) =>
      api('DELETE', `/account/passkeys/${id}`, { token, body: { password: given } })
    expect((await remove(none)).status).toBe(404)
    expect((await remove(first.id, 'yanlış')).status).toBe(400)
    expect((await remove(first.id)).body.data.passkeys).toMatchObject([{ name: 'Tablet' }])
    expect((await remove(second.id)).body.data).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await logIn(api, user.email)).body.data.accessToken).toBeDefined()
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['passkey-added', 'passkey-removed']),
    )
  })

  test('of somebody else are no second step of hers, nor hers to remove', async ({ ctx, api }) => {
    const [user, stranger] = [await aUser(ctx), await aUser(ctx)]
    const [token, others] = [await signIn(ctx, user), await signIn(ctx, stranger)]
    const [{ key }, other] = [await withPasskey(api, token), await withPasskey(api, others)]
    const { challenge, passkey } = (await logIn(api, user.email)).body.data
    expect((await finish(api, { challenge, passkey: other.key.sign(passkey) })).status).toBe(401)
    const asked = (await api('POST', '/account/confirm/passkey', { token })).body.data
    const confirmed = { challenge: asked.challenge, passkey: other.key.sign(asked.options) }
    expect((await api('POST', '/account/confirm', { token, body: confirmed })).status).toBe(400)
    const [mine] = (await ownOf(api, token)).passkeys
    for (const given of [password, 'yanlış']) {
      const removed = await api('DELETE', `/account/passkeys/${mine.id}`, { token: others, body: { password: given } })
      expect([given, removed.status]).toEqual([given, 404])
    }
    expect((await finish(api, { challenge, passkey: key.sign(passkey) })).body.data.user.id).toBe(user.id)
  })

  test('beside them an app that was prepared, but never switched on, opens nothing', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    await withPasskey(api, token)
    const { secret } = (await api('PUT', '/account/totp', { token, body: { password } })).body.data
    const { challenge, secondStep } = (await logIn(api, user.email)).body.data
    expect(secondStep).toBe('PASSKEY')
    expect((await finish(api, { challenge, code: codeAt(secret, clock.now) })).status).toBe(401)
  })

  test('of another page, another key, a used challenge or a copied device open nothing', async ({ ctx, api }) => {
    const user = await aUser(ctx)
    const { key } = await withPasskey(api, await signIn(ctx, user))
    const begin = async () => (await logIn(api, user.email)).body.data
    for (const habits of [{ origin: 'http://evil.test' }, { origin: 'http://127.0.0.1:3000' }, { rpId: 'evil.test' }]) {
      const asked = await begin()
      expect((await finish(api, { challenge: asked.challenge, passkey: key.sign(asked.passkey, habits) })).status).toBe(
        401,
      )
    }
    const { challenge, passkey } = await begin()
    expect((await finish(api, { challenge, passkey: new Authenticator().sign(passkey) })).status).toBe(401)
    const signed = key.sign(passkey)
    const forged = {
      ...signed,
      response: { ...signed.response, signature: key.sign({ challenge: 'x' }).response.signature },
    }
    expect((await finish(api, { challenge, passkey: forged })).status).toBe(401)
  })

  test('that were copied are noticed by their count', async ({ ctx, api }) => {
    const user = await aUser(ctx)
    const { key } = await withPasskey(api, await signIn(ctx, user))
    const enter = async () => {
      const { challenge, passkey } = (await logIn(api, user.email)).body.data
      return (await finish(api, { challenge, passkey: key.sign(passkey) })).status
    }
    expect(await enter()).toBe(200)
    expect(await enter()).toBe(200)
    key.counter = 0
    expect(await enter()).toBe(401)
  })

  test('stand for the password only when they were unlocked, and a code never does', async ({ ctx, api, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { key } = await withPasskey(api, token)
    const { code, recoveryCodes: codes } = await withTotp(api, token, clock)
    expect(codes).toEqual([])
    const begin = async () => (await api('POST', '/auth/passkey', { headers: ownPhone })).body.data
    const locked = await begin()
    expect(
      (await finish(api, { challenge: locked.challenge, passkey: key.sign(locked.options, { unlocked: false }) }))
        .status,
    ).toBe(401)
    expect((await finish(api, { challenge: (await begin()).challenge, code: code() })).status).toBe(401)
    const stranger = await begin()
    expect(
      (await finish(api, { challenge: stranger.challenge, passkey: new Authenticator().sign(stranger.options) }))
        .status,
    ).toBe(401)
  })

  test('are not added without what was asked for', async ({ ctx, api }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const ask = (given = password) => api('POST', '/account/passkeys/options', { token, body: { password: given } })
    const add = (body: object) => api('POST', '/account/passkeys', { token, body })
    expect((await api('POST', '/account/passkeys/options', { body: { password } })).status).toBe(401)
    expect((await api('POST', '/account/passkeys', { body: {} })).status).toBe(401)
    expect((await api('DELETE', `/account/passkeys/${none}`, { body: { password } })).status).toBe(401)
    expect((await ask('yanlış')).status).toBe(400)
    const key = new Authenticator()
    const wrong = (await ask()).body.data
    const evil = key.make(wrong.options, { origin: 'http://evil.test' })
    expect((await add({ challenge: wrong.challenge, name: 'X', passkey: evil })).status).toBe(400)
    const nameless = await add({ challenge: wrong.challenge, name: ' ', passkey: evil })
    expect(nameless.body.error.name).toEqual(['Geçiş anahtarına bir ad verin, örneğin “Telefonum”'])
    const { challenge, options } = (await ask()).body.data
    const other = await signIn(ctx, user)
    const made = { challenge, name: 'Telefonum', passkey: key.make(options) }
    expect((await api('POST', '/account/passkeys', { token: other, body: made })).status).toBe(409)
    expect((await add(made)).status).toBe(201)
    expect((await add(made)).status).toBe(409)
    const again = (await ask()).body.data
    expect(again.options.excludeCredentials).toHaveLength(1)
    const twice = await add({ challenge: again.challenge, name: 'Yine', passkey: key.make(again.options) })
    expect([twice.status, twice.body.message]).toEqual([409, 'Bu geçiş anahtarı zaten ekli.'])
    for (let n = 0; n < 9; n++) await withPasskey(api, token)
    expect((await ask()).status).toBe(409)
    for (let n = 0; n < 5; n++) await ask('yanlış')
    expect((await ask()).status).toBe(429)
  })

  test('are asked for once each time, and what was asked for one thing is no answer to another', async ({
    ctx,
    api,
    clock,
  }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { key } = await withPasskey(api, token, new Authenticator({ counts: false }))
    const ask = async () => (await api('POST', '/account/confirm/passkey', { token, headers: ownPhone })).body.data
    const confirm = async (body: object) =>
      (await api('POST', '/account/confirm', { token, body, headers: ownPhone })).status
    const add = async (challenge: string, options: object) => {
      const passkey = new Authenticator().make(options)
      return (await api('POST', '/account/passkeys', { token, body: { challenge, name: 'Yeni', passkey } })).status
    }
    const asked = await ask()
    const once = { challenge: asked.challenge, passkey: key.sign(asked.options) }
    expect([await confirm(once), await confirm(once)]).toEqual([200, 400])
    const missed = await ask()
    expect(await confirm({ challenge: missed.challenge, passkey: new Authenticator().sign(missed.options) })).toBe(400)
    expect(await confirm({ challenge: missed.challenge, passkey: key.sign(missed.options) })).toBe(400)

    const body = { password }
    const made = (await api('POST', '/account/passkeys/options', { token, body })).body.data
    expect(await add(made.challenge, made.options)).toBe(201)
    expect(await add(made.challenge, made.options)).toBe(409)

    clock.forward(minutes(1))
    const begun = (await logIn(api, user.email)).body.data
    expect(await confirm({ challenge: begun.challenge, passkey: key.sign(begun.passkey) })).toBe(400)
    // It took no password.
    const { challenge, options } = (await api('POST', '/account/confirm/passkey', { token })).body.data
    expect(await add(challenge, { ...made.options, challenge: options.challenge })).toBe(409)
  })

  test('need a name on the net', async ({ ctx, api, deps }) => {
    deps.config = { ...deps.config, publicUrl: 'http://192.168.1.20:3000' }
    const token = await signIn(ctx, await aUser(ctx))
    expect((await ownOf(api, token)).passkeysAt).toBeNull()
    expect((await api('POST', '/auth/passkey')).status).toBe(409)
    expect((await api('POST', '/account/passkeys/options', { token, body: { password } })).status).toBe(409)
    expect((await api('POST', '/account/confirm/passkey', { token })).status).toBe(409)
  })

  test('are asked for sixty times a quarter of an hour by one network', async ({ api }) => {
    for (let n = 0; n < 60; n++) await api('POST', '/auth/passkey')
    expect((await api('POST', '/auth/passkey')).status).toBe(429)
  })
})
