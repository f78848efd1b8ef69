import { z } from 'zod'
import { ruledText } from '../../fields/contract.ts'
import { passwordLength } from '../../fields/rules.ts'
import { checkCurrentPassword } from '../checks.ts'
import { checkCode, checkKeyName, keyNameLength } from './checks.ts'

const asTyped = (text: string) => text
const password = ruledText(checkCurrentPassword, { minLength: 1 }, asTyped).max(
  passwordLength.max,
  'Mevcut şifreniz hatalı',
)
const code = ruledText(checkCode, { minLength: 6, maxLength: 40 })

const loginGone = 'Giriş bilgisi eksik, lütfen yeniden giriş yapın.'
const challenge = z.string(loginGone).min(1, loginGone).max(200, loginGone)

const unreadable = 'Geçiş anahtarının yanıtı okunamadı, lütfen tekrar deneyin.'
const text = z.string(unreadable).max(20_000, unreadable)
const around = {
  id: text.max(2000, unreadable),
  rawId: text,
  type: z.literal('public-key', unreadable),
  clientExtensionResults: z.object({}, unreadable).optional(),
}

/** A passkey’s answer as browsers write it down (WebAuthn, AuthenticationResponseJSON). */
export const Assertion = z.object(
  {
    ...around,
    response: z.object(
      { clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.nullish() },
      unreadable,
    ),
  },
  unreadable,
)
export type Assertion = z.infer<typeof Assertion>

/** The same of a passkey that is made (RegistrationResponseJSON). */
export const Registration = z.object(
  {
    ...around,
    response: z.object(
      {
        clientDataJSON: text,
        attestationObject: text,
        transports: z.array(z.string().max(40), unreadable).max(10).optional(),
      },
      unreadable,
    ),
  },
  unreadable,
)
export type Registration = z.infer<typeof Registration>

const proofMissing = 'Doğrulama kodunuzu girin'

/** The second step of a login: a code of the app or a recovery code, or the passkey’s answer. */
export const SecondStep = z
  .object({ challenge, code: code.optional(), passkey: Assertion.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    error: proofMissing,
    path: ['code'],
  })
export type SecondStep = z.infer<typeof SecondStep>

/** A password first, then the code that the app makes. */
export const TotpChange = z.object({ password, code: code.optional() })
export type TotpChange = z.infer<typeof TotpChange>

export const TotpEnd = z.object({ password, code })
export type TotpEnd = z.infer<typeof TotpEnd>

export const WithPassword = z.object({ password })

export const NewPasskey = z.object({
  challenge,
  name: ruledText(checkKeyName, { minLength: 1, maxLength: keyNameLength }),
  passkey: Registration,
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** One of the three; a passkey’s answer with the challenge that it signed. */
export const Confirmation = z
  .object({
    password: password.optional(),
    code: code.optional(),
    challenge: challenge.optional(),
    passkey: Assertion.optional(),
  })
  .refine(
    ({ password, code, challenge, passkey }) =>
      [password, code, passkey].filter((given) => given !== undefined).length === 1 &&
      (passkey === undefined) === (challenge === undefined),
    { error: 'Şifrenizi, doğrulama kodunuzu ya da geçiş anahtarınızı kullanın', path: ['password'] },
  )
export type Confirmation = z.infer<typeof Confirmation>

/** Whether staff must have a second step before the panel opens to them. */
export const StaffSecondStep = z.object({
  required: z.boolean('İki adımlı girişin zorunlu olup olmadığını belirtin'),
})
export type StaffSecondStep = z.infer<typeof StaffSecondStep>
