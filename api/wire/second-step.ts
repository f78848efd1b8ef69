import { z } from '@hono/zod-openapi'
import { success } from './envelope.ts'

/** As WebAuthn writes it down: PublicKeyCredentialRequestOptionsJSON, or …CreationOptionsJSON for one that is made. */
const PasskeyOptions = z.record(z.string(), z.unknown()).openapi('PasskeyOptions')

export const AskedStep = z
  .object({
    secondStep: z.enum(['TOTP', 'PASSKEY']).openapi({
      description: 'What the account has; a recovery code does for either',
    }),
    challenge: z.string().openapi({ description: 'For POST /auth/second-step, within five minutes, in this browser' }),
    passkey: PasskeyOptions.optional().openapi({ description: 'To ask a passkey with, where the account has some' }),
  })
  .openapi('AskedStep')

const Asked = z.object({ challenge: z.string(), options: PasskeyOptions }).openapi('AskedPasskey')

const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    synced: z.boolean().openapi({ description: 'Kept in an account of its owner, not lost with one device' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .openapi('Passkey')

export type WireSecondStep = z.infer<typeof WireSecondStep>
const WireSecondStep = z
  .object({
    totpSince: z.iso.datetime().nullable(),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.number().int(),
    required: z.boolean().openapi({ description: 'The shop demands it of staff, and she is of them' }),
    passkeysAt: z.string().nullable().openapi({ description: 'Pages of this address can use passkeys' }),
  })
  .openapi('SecondStep')

const Codes = z.object({ recoveryCodes: z.array(z.string()).openapi({ description: 'Told this once' }) })
const NewTotp = z.object({
  secret: z.string().openapi({ description: 'Base32, to be typed into an app' }),
  uri: z.string().openapi({ description: 'otpauth, for a QR code' }),
})

export const secondStepAnswers = {
  'POST /auth/passkey': success(Asked),
  'GET /account/second-step': success(WireSecondStep),
  'PUT /account/totp': success(z.union([NewTotp, Codes])),
  'DELETE /account/totp': success(WireSecondStep),
  'POST /account/recovery-codes': success(Codes),
  'POST /account/passkeys/options': success(Asked),
  'POST /account/passkeys': success(Codes),
  'DELETE /account/passkeys/{id}': success(WireSecondStep),
  'POST /account/confirm': success(z.null()),
  'POST /account/confirm/passkey': success(Asked),
}
