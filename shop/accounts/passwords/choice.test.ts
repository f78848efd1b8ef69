import { createRequire } from 'node:module'
import { describe, expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { mailedToken } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { forgotPassword } from '../link-requests.ts'
import { register } from '../registration.ts'
import { actorOfToken } from '../sessions/sessions.ts'
import { changePassword } from './change.ts'
import { isGuessable } from './guessable.ts'
import { resetPassword } from './reset.ts'

const person = { firstName: 'Işıl', lastName: 'Çiçek', email: 'isil.cicek@posta.example' }
const guest = (n: number) => ({ kind: 'guest', address: `203.0.113.${n}` }) as const

test('ten thousand of the commonest are refused, counted among those that are long enough to be taken', () => {
  const require = createRequire(import.meta.url)
  const known: string[] = require('@zxcvbn-ts/language-common/src/passwords.json')
  const taken = known.filter((word) => word.length >= 6)
  expect(taken.slice(0, 10_000).filter((word) => !isGuessable(word))).toEqual([])
  expect(taken.slice(10_000, 10_100).filter((word) => !isGuessable(word)).length).toBeGreaterThan(90)
})

describe('a new password', () => {
  test('may not be a common one, however it is written', async ({ as }) => {
    const weak = [
      '123456',
      'password',
      'PassWord1',
      'qwerty123',
      'aaaaaa',
      '      ',
      'ŞİFRE123',
      'Galatasaray',
      'iloveyou',
    ]
    for (const [n, password] of weak.entries()) {
      await expect(register(as(guest(n)), { ...person, password }), password).rejects.toMatchObject({
        code: 'INVALID',
        fields: { password: [expect.stringMatching(/sık kullanıldığı .* birkaç kelimeden oluşan/)] },
      })
    }
  })

  test('may not be the name or address of who chooses it, nor the shop’s', async ({ as }) => {
    const own = ['isilcicek', 'IŞIL ÇİÇEK', 'isil.cicek', person.email, 'Narçiçeği', 'narcicegi2026', 'butik123']
    for (const [n, password] of own.entries()) {
      await expect(register(as(guest(n)), { ...person, password }), password).rejects.toMatchObject({
        fields: { password: [expect.stringContaining('mağazanın adından')] },
      })
    }
  })

  test('may be anything else of six characters', async ({ as }) => {
    const good = [
      'Deneme123!',
      'sifre-123456',
      'gizli1',
      'uzun bir parola',
      'Işıl-1987',
      'ж123456',
      '1q2w3e-butik',
      'ğüşiöç',
    ]
    for (const [n, password] of good.entries()) {
      await register(as(guest(n)), { ...person, email: `musteri${n}@posta.example`, password })
    }
  })

  test('is judged at a change and at a reset too, and a link that brought a weak one stays good', async ({
    ctx,
    as,
  }) => {
    const user = await aUser(ctx, person)
    const { accessToken } = await login(ctx, { email: user.email, password: usualPassword }, '')
    const weak = { fields: { newPassword: [expect.any(String)] } }
    const change = { currentPassword: usualPassword, newPassword: 'sunshine' }
    await expect(changePassword(as(await actorOfToken(ctx, accessToken)), change)).rejects.toMatchObject(weak)
    await forgotPassword(ctx, user.email)
    const token = await mailedToken(ctx, 'password-reset')
    const reset = (newPassword: string) => resetPassword(ctx, { token, newPassword, confirmPassword: newPassword })
    await expect(reset('isilcicek')).rejects.toMatchObject(weak)
    await reset('kışın denize giren kedi')
    await login(ctx, { email: user.email, password: 'kışın denize giren kedi' }, '')
  })
})
