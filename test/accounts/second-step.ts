import { usualPassword } from '../factories.ts'
import { Authenticator } from '../outside/authenticator.ts'
import type { Api, TestClock } from '../shop.ts'
import { codeAt } from './app-code.ts'

/** Switches codes of an app on; `code()` is the app’s present one, of a half minute of its own. */
export async function withTotp(api: Api, token: string, clock: TestClock, password = usualPassword) {
  const { secret } = (await api('PUT', '/account/totp', { token, body: { password } })).body.data
  const body = { password, code: codeAt(secret, clock.now) }
  const { recoveryCodes } = (await api('PUT', '/account/totp', { token, body })).body.data
  const code = () => {
    clock.forward(31_000)
    return codeAt(secret, clock.now)
  }
  return { secret, recoveryCodes: recoveryCodes as string[], code }
}

/** Adds a passkey. */
export async function withPasskey(api: Api, token: string, key = new Authenticator(), name = 'Telefonum') {
  const asked = await api('POST', '/account/passkeys/options', { token, body: { password: usualPassword } })
  const { challenge, options } = asked.body.data
  const answer = await api('POST', '/account/passkeys', {
    token,
    body: { challenge, name, passkey: key.make(options) },
  })
  return { key, answer }
}

/** The browser in which a login begins; it ends in no other. */
export const ownPhone = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
/** The id of nothing. */
export const none = '01890000-0000-7000-8000-000000000000'

/** The password, which is the first step. */
export const logIn = (api: Api, email: string, headers = ownPhone) =>
  api('POST', '/auth/login', { body: { email, password: usualPassword }, headers })

export const finishLogin = (api: Api, body: object, headers = ownPhone) =>
  api('POST', '/auth/second-step', { body, headers })

export const ownSecondStep = async (api: Api, token: string) =>
  (await api('GET', '/account/second-step', { token })).body.data
