import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'

/** Encrypts a secret for the database, for this user alone, under a key made from AUTH_SECRET. */
export function seal(ctx: Ctx, userId: string, secret: Uint8Array): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(ctx, userId), nonce)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** The sealed secret; undefined when AUTH_SECRET has changed since. */
export function unseal(ctx: Ctx, userId: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(ctx, userId), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}

function keyOf({ config }: Ctx, userId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.authSecret, userId, 'butik second step', 32))
}
