import {
  addPasskey,
  preparePasskey,
  prepareTotp,
  renewRecoveryCodes,
  switchTotpOff,
  switchTotpOn,
  takePasskeyAway,
} from '#shop/accounts/second-step/change.ts'
import { confirmSession, prepareConfirmation } from '#shop/accounts/second-step/confirm.ts'
import { Confirmation, NewPasskey, TotpChange, TotpEnd, WithPassword } from '#shop/accounts/second-step/contract.ts'
import { findOwnSecondStep } from '#shop/accounts/second-step/own.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type ApiContext, badInput, created, Id, json, limited, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireSecondStep } from '../wire/second-step.ts'

const mine = { tags: ['Account'], ...own }
const proven = {
  403: 'CONFIRMATION_REQUIRED: two-step login is on, and its second step was longer ago than 15 minutes; POST /account/confirm by code or passkey, then again',
}
const noName = 'The shop has no address that passkeys can belong to'
const browserOf = (c: ApiContext) => c.req.header('user-agent') ?? ''

async function present(ctx: Ctx): Promise<WireSecondStep> {
  const { totpSince, passkeys, ...rest } = await findOwnSecondStep(ctx)
  const shown = passkeys.map(({ createdAt, lastUsedAt, ...key }) => {
    return { ...key, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
  })
  return { ...rest, totpSince: totpSince?.toISOString() ?? null, passkeys: shown }
}

/** The caller's own two-step login. */
export const accountSecondStep = resource()
  .openapi(
    route('GET /account/second-step', {
      ...mine,
      summary: 'The ways of the user’s second step, nothing secret',
      failures: userFailures,
    }),
    async (c) => ok(c, await present(c.get('ctx'))),
  )
  .openapi(
    route('PUT /account/totp', {
      ...mine,
      summary:
        'Sets up codes of an app: by the password alone a secret for it, by password and its first code it is on',
      description: 'Recovery codes come with the first way that is switched on; none with a later one.',
      request: json(TotpChange),
      failures: {
        ...userFailures,
        ...badInput,
        ...proven,
        409: 'An app is on, or no secret was asked for',
        ...limited,
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { password, code } = c.req.valid('json')
      if (code === undefined) return ok(c, await prepareTotp(ctx, { password }))
      return ok(c, await switchTotpOn(ctx, { password, code }, browserOf(c)), 'Doğrulama uygulaması açıldı.')
    },
  )
  .openapi(
    route('DELETE /account/totp', {
      ...mine,
      summary: 'Switches the codes of an app off, by password and a code of it or a recovery code',
      request: json(TotpEnd),
      failures: { ...userFailures, ...badInput, 409: 'No app is on', ...limited },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await switchTotpOff(ctx, c.req.valid('json'), browserOf(c))
      return ok(c, await present(ctx), 'Doğrulama uygulaması kapatıldı.')
    },
  )
  .openapi(
    route('POST /account/recovery-codes', {
      ...mine,
      summary: 'Ten new recovery codes; earlier ones are void',
      request: json(WithPassword),
      failures: { ...userFailures, ...badInput, ...proven, 409: 'Two-step login is off', ...limited },
    }),
    async (c) => {
      const recoveryCodes = await renewRecoveryCodes(c.get('ctx'), c.req.valid('json').password, browserOf(c))
      return ok(c, { recoveryCodes }, 'Yeni kurtarma kodlarınız hazır; eskileri artık geçmez.')
    },
  )
  .openapi(
    route('POST /account/passkeys/options', {
      ...mine,
      summary: 'What a browser makes a passkey from, within five minutes',
      request: json(WithPassword),
      failures: { ...userFailures, ...badInput, ...proven, 409: `As many as there may be. ${noName}`, ...limited },
    }),
    async (c) => ok(c, await preparePasskey(c.get('ctx'), c.req.valid('json').password, browserOf(c))),
  )
  .openapi(
    route('POST /account/passkeys', {
      ...mine,
      summary: 'Adds the passkey that the browser made',
      request: json(NewPasskey),
      created: true,
      failures: { ...userFailures, ...badInput, 409: 'The five minutes are over, or it is added already' },
    }),
    async (c) => {
      const data = await addPasskey(c.get('ctx'), c.req.valid('json'), browserOf(c))
      return created(c, data, 'Geçiş anahtarı eklendi.')
    },
  )
  .openapi(
    route('DELETE /account/passkeys/{id}', {
      ...mine,
      summary: 'Takes a passkey away; without any way left the login takes the password alone',
      request: { params: Id, ...json(WithPassword) },
      failures: { ...userFailures, ...badInput, ...proven, 404: 'The user has no such passkey', ...limited },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await takePasskeyAway(ctx, c.req.valid('param').id, c.req.valid('json').password, browserOf(c))
      return ok(c, await present(ctx), 'Geçiş anahtarı kaldırıldı.')
    },
  )
  .openapi(
    route('POST /account/confirm', {
      ...mine,
      summary: 'Proves in this session that it is the user: what answered CONFIRMATION_REQUIRED is done for 15 minutes',
      description:
        'By `password`, by `code` (of the app, or a recovery code), or by `passkey` with its `challenge`. Where data.by is SECOND_STEP a password is not enough.',
      request: json(Confirmation),
      failures: { ...userFailures, ...badInput, ...limited },
    }),
    async (c) => {
      await confirmSession(c.get('ctx'), c.req.valid('json'), browserOf(c))
      return ok(c, null)
    },
  )
  .openapi(
    route('POST /account/confirm/passkey', {
      ...mine,
      summary: 'What a browser asks a passkey with, for POST /account/confirm',
      failures: { ...userFailures, 409: `The user has no passkey. ${noName}` },
    }),
    async (c) => ok(c, await prepareConfirmation(c.get('ctx'), browserOf(c))),
  )
