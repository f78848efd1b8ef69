/** Changes of two-step login by its owner. Each asks for her password, and for the second step where one is on. */

import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, requireConfirmed } from '../../ctx.ts'
import { invalid, notFound, ShopError } from '../../errors.ts'
import { findBrand } from '../../settings/brand.ts'
import { requirePassword } from '../passwords/check.ts'
import { passkeys, totpKeys } from '../schema.ts'
import { getUser } from '../users.ts'
import { beginChallenge, endChallenge, lockChallenge } from './challenges.ts'
import type { NewPasskey, TotpChange, TotpEnd } from './contract.ts'
import { beginSecondStep, endSecondStepIfLast } from './own.ts'
import { keepPasskey, optionsToMake, removePasskey, requireRelyingParty } from './passkeys.ts'
import { spendCode } from './proofs.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './sealed.ts'
import { tellChange } from './told.ts'
import { base32, newSecret, stepOfCode, uriOf } from './totp.ts'
import { countTries } from './tries.ts'

const wrongCode = () => invalid({ code: ['Kod hatalı; uygulamanızdaki güncel 6 haneli kodu girin'] })

/** The user, once she gave her password and, where she has one, her second step. */
async function requireOwner(ctx: Ctx, password: string) {
  requireConfirmed(ctx, 'second step')
  const user = await getUser(ctx)
  await requirePassword(ctx, user, password, 'password')
  return user
}

/** With the password alone: a new secret for the app, which asks for nothing yet. CONFLICT while an app is on. */
export async function prepareTotp(ctx: Ctx, { password }: Pick<TotpChange, 'password'>) {
  const user = await requireOwner(ctx, password)
  const secret = newSecret()
  const fresh = { sealedSecret: seal(ctx, user.id, secret), createdAt: ctx.clock() }
  const [kept] = await ctx.db
    .insert(totpKeys)
    .values({ userId: user.id, ...fresh })
    .onConflictDoUpdate({ target: totpKeys.userId, set: fresh, setWhere: isNull(totpKeys.onSince) })
    .returning({ userId: totpKeys.userId })
  if (!kept) throw alreadyOn()
  const { shopName } = await findBrand(ctx)
  const text = base32(secret)
  return { secret: text, uri: uriOf(text, { issuer: shopName, account: user.email }) }
}

/** With the app’s first code: it is on. Recovery codes come with the first way. */
export async function switchTotpOn(ctx: Ctx, input: { password: string; code: string }, userAgent: string) {
  const user = await requireOwner(ctx, input.password)
  const tries = await countTries(ctx, user.email)
  const [key] = await ctx.db.select().from(totpKeys).where(eq(totpKeys.userId, user.id))
  if (key?.onSince) throw alreadyOn()
  const secret = key && unseal(ctx, user.id, key.sealedSecret)
  if (!secret) throw new ShopError('CONFLICT', 'Önce yeni bir anahtar alıp doğrulama uygulamanıza ekleyin.')
  const step = stepOfCode(secret, input.code.replace(/[\s-]/g, ''), ctx.clock())
  if (step === undefined) throw wrongCode()
  await tries.clear()
  return inTransaction(ctx, async (ctx) => {
    const [on] = await ctx.db
      .update(totpKeys)
      .set({ onSince: ctx.clock(), lastStep: step })
      .where(and(eq(totpKeys.userId, user.id), isNull(totpKeys.onSince), eq(totpKeys.sealedSecret, key.sealedSecret)))
      .returning({ userId: totpKeys.userId })
    if (!on) throw alreadyOn()
    const recoveryCodes = (await beginSecondStep(ctx, user.id)) ?? []
    await tellChange(ctx, user, { kind: 'second-step-on' }, userAgent)
    return { recoveryCodes }
  })
}

/** By password and a code: of the app, or a recovery code. */
export async function switchTotpOff(ctx: Ctx, { password, code }: TotpEnd, userAgent: string): Promise<void> {
  const user = await getUser(ctx)
  await requirePassword(ctx, user, password, 'password')
  const on = and(eq(totpKeys.userId, user.id), isNotNull(totpKeys.onSince))
  if ((await ctx.db.$count(totpKeys, on)) === 0) throw new ShopError('CONFLICT', 'Doğrulama uygulaması zaten kapalı.')
  const tries = await countTries(ctx, user.email)
  await inTransaction(ctx, async (ctx) => {
    if (!(await spendCode(ctx, user, code, userAgent))) throw wrongCode()
    await ctx.db.delete(totpKeys).where(eq(totpKeys.userId, user.id))
    await endSecondStepIfLast(ctx, user.id)
    await tellChange(ctx, user, { kind: 'second-step-off' }, userAgent)
  })
  await tries.clear()
}

/** Ten new ones; those before are void. CONFLICT without a second step. */
export async function renewRecoveryCodes(ctx: Ctx, password: string, userAgent: string): Promise<string[]> {
  const user = await requireOwner(ctx, password)
  if (!user.secondStepSince) {
    throw new ShopError('CONFLICT', 'Kurtarma kodları için önce iki adımlı girişi açın.')
  }
  return inTransaction(ctx, async (ctx) => {
    await tellChange(ctx, user, { kind: 'recovery-codes-renewed' }, userAgent)
    return makeRecoveryCodes(ctx, user.id)
  })
}

/** The options with which a browser makes a passkey, within minutes, in this session. */
export async function preparePasskey(ctx: Ctx, password: string, userAgent: string) {
  requireRelyingParty(ctx)
  const user = await requireOwner(ctx, password)
  const { shopName } = await findBrand(ctx)
  const { challenge, signing } = await beginChallenge(ctx, { purpose: 'passkey-new', userId: user.id, userAgent })
  return { challenge, options: await optionsToMake(ctx, signing, user, shopName) }
}

/** Keeps the passkey that was made. Recovery codes come with the first way. */
export async function addPasskey(ctx: Ctx, input: NewPasskey, userAgent: string) {
  const user = await getUser(ctx)
  return inTransaction(ctx, async (ctx) => {
    const purposes = ['passkey-new'] as const
    const challenge = await lockChallenge(ctx, input.challenge, { purposes, userAgent })
    if (!challenge || challenge.userId !== user.id) {
      throw new ShopError('CONFLICT', 'Ekleme süresi doldu, lütfen şifrenizle yeniden başlayın.')
    }
    await endChallenge(ctx, challenge)
    await keepPasskey(ctx, user.id, { name: input.name, passkey: input.passkey, signing: challenge.signing })
    const recoveryCodes = await beginSecondStep(ctx, user.id)
    await tellChange(ctx, user, { kind: 'passkey-added', name: input.name }, userAgent, input.name)
    return { recoveryCodes: recoveryCodes ?? [] }
  })
}

export async function takePasskeyAway(ctx: Ctx, id: string, password: string, userAgent: string): Promise<void> {
  const user = await getUser(ctx)
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, user.id))
  if (!isId(id) || (await ctx.db.$count(passkeys, own)) === 0) throw noSuchPasskey()
  await requireOwner(ctx, password)
  await inTransaction(ctx, async (ctx) => {
    const name = await removePasskey(ctx, user.id, id)
    if (name === undefined) throw noSuchPasskey()
    await endSecondStepIfLast(ctx, user.id)
    await tellChange(ctx, user, { kind: 'passkey-removed', name }, userAgent, name)
  })
}

function noSuchPasskey(): ShopError {
  return notFound('Bu geçiş anahtarı hesabınızda yok; belki başka bir pencerede kaldırdınız.')
}

function alreadyOn(): ShopError {
  return new ShopError('CONFLICT', 'Doğrulama uygulaması zaten açık; başka bir telefona geçmek için önce kapatın.')
}
