/** Passkeys (WebAuthn) of an account: made, listed, removed, and what they sign checked. */

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../ctx.ts'
import { brokenConstraint, ShopError } from '../../errors.ts'
import { passkeys } from '../schema.ts'
import type { Assertion, Registration } from './contract.ts'
import { findRelyingParty, type RelyingParty } from './relying-party.ts'

const most = 10

/** The options of the browser's WebAuthn API, as JSON. */
export type PasskeyOptions = Record<string, unknown>

/** EdDSA, ES256, RS256: what devices sign with today. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The library is large: it is loaded once somebody uses a passkey. */
const library = () => import('@simplewebauthn/server')

export async function listPasskeys(ctx: Ctx, userId: string) {
  return ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

/** CONFLICT where the shop's address allows no passkeys. */
export function requireRelyingParty(ctx: Ctx): RelyingParty {
  const party = findRelyingParty(ctx)
  if (party) return party
  const message =
    'Geçiş anahtarları için mağazanın https ile açılan bir alan adı olmalı; şimdilik doğrulama uygulaması kullanın.'
  throw new ShopError('CONFLICT', message)
}

/** How a browser asks for a passkey: one of this user's, or, without a user, any that it knows for the shop. */
export async function optionsToSign(ctx: Ctx, signing: string, userId?: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const own = userId === undefined ? undefined : await listPasskeys(ctx, userId)
  const options = await generateAuthenticationOptions({
    rpID: requireRelyingParty(ctx).id,
    challenge: Buffer.from(signing, 'base64url'),
    // A passkey that stands for the password too proves that its owner unlocked it.
    userVerification: userId === undefined ? 'required' : 'preferred',
    ...(own ? { allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })) } : {}),
  })
  return { ...options }
}

type Owner = { id: string; email: string; firstName: string; lastName: string }

/** How a browser makes one. */
export async function optionsToMake(ctx: Ctx, signing: string, user: Owner, shopName: string): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  const party = requireRelyingParty(ctx)
  const own = await listPasskeys(ctx, user.id)
  if (own.length >= most)
    throw new ShopError('CONFLICT', `En çok ${most} geçiş anahtarı ekleyebilirsiniz; önce birini kaldırın.`)
  const options = await generateRegistrationOptions({
    rpName: shopName,
    rpID: party.id,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    challenge: Buffer.from(signing, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Keeps a passkey that was made for this challenge. INVALID when it is not what was asked for. */
export async function keepPasskey(
  ctx: Ctx,
  userId: string,
  { name, passkey, signing }: { name: string; passkey: Registration; signing: string },
): Promise<void> {
  const { verifyRegistrationResponse } = await library()
  const party = requireRelyingParty(ctx)
  const made = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: signing,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => undefined)
  const info = made?.registrationInfo
  if (!info) throw new ShopError('INVALID', 'Geçiş anahtarı doğrulanamadı, lütfen tekrar deneyin.')
  const { credential } = info
  const row = {
    ...{ id: newId(), userId, name, createdAt: ctx.clock(), synced: info.credentialBackedUp },
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
  try {
    await ctx.db.insert(passkeys).values(row)
  } catch (error) {
    if (brokenConstraint(error) !== 'passkeys_credential_id_unique') throw error
    throw new ShopError('CONFLICT', 'Bu geçiş anahtarı zaten ekli.')
  }
}

/** Takes one away; its name, undefined when the user has none of this id. */
export async function removePasskey(ctx: Ctx, userId: string, id: string): Promise<string | undefined> {
  const [gone] = await ctx.db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name })
  return gone?.name
}

/** Whose passkey answers. */
export async function findPasskeyOwner(ctx: Ctx, { id }: Assertion): Promise<string | undefined> {
  const [found] = await ctx.db.select({ userId: passkeys.userId }).from(passkeys).where(eq(passkeys.credentialId, id))
  return found?.userId
}

/**
 * Whether one of the user's passkeys signed this challenge, on a page of the shop. A count that does not grow is refused:
 * the passkey was copied. `unlocked`: by finger, face or PIN too.
 */
export async function spendAssertion(
  ctx: Ctx,
  userId: string,
  { passkey, signing, unlocked }: { passkey: Assertion; signing: string; unlocked: boolean },
): Promise<boolean> {
  const party = findRelyingParty(ctx)
  const known = and(eq(passkeys.credentialId, passkey.id), eq(passkeys.userId, userId))
  const [key] = await ctx.db.select().from(passkeys).where(known)
  if (!party || !key) return false
  const { verifyAuthenticationResponse } = await library()
  const { clientExtensionResults: _, response, ...around } = passkey
  const signed = await verifyAuthenticationResponse({
    response: {
      ...around,
      response: { ...response, userHandle: response.userHandle ?? undefined },
      clientExtensionResults: {},
    },
    expectedChallenge: signing,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: unlocked,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(() => undefined)
  if (!signed?.verified) return false
  const { newCounter, credentialBackedUp } = signed.authenticationInfo
  // Two at once with one count: the second finds it taken. Passkeys that count nothing always say 0.
  const grown = sql`(${passkeys.counter} < ${newCounter} or (${passkeys.counter} = 0 and ${newCounter} = 0))`
  const counted = await ctx.db
    .update(passkeys)
    .set({ counter: newCounter, synced: credentialBackedUp, lastUsedAt: ctx.clock() })
    .where(and(known, grown))
    .returning({ id: passkeys.id })
  return counted.length > 0
}
