import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { after, minutes } from '../time.ts'
import { bankPages } from './schema.ts'

export type PageStore = { db: Db; clock: () => Date; authSecret: string; publicUrl: string }

/** How long a shopper's browser has to fetch the page of her bank. */
const pageLife = minutes(10)

/** Keeps the page that a bank wants the shopper to see, encrypted, and gives the address where she sees it once. */
export async function keepBankPage(store: PageStore, html: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = store.clock()
  await store.db.delete(bankPages).where(lt(bankPages.expiresAt, now))
  await store.db.insert(bankPages).values({
    tokenHash: hashOf(token),
    content: encrypt(store.authSecret, token, html),
    expiresAt: after(now, pageLife),
  })
  return `${store.publicUrl}/odeme/banka/${token}`
}

/** The page behind a token, once; undefined when it was already taken or its minutes have passed. */
export async function takeBankPage(store: Omit<PageStore, 'publicUrl'>, token: string): Promise<string | undefined> {
  const [page] = await store.db
    .delete(bankPages)
    .where(and(eq(bankPages.tokenHash, hashOf(token)), gt(bankPages.expiresAt, store.clock())))
    .returning({ content: bankPages.content })
  return page && decrypt(store.authSecret, token, page.content)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Both the secret and the token are needed: neither the database nor the address alone gives the page away. */
function keyOf(authSecret: string, token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, token, 'butik bank page', 32))
}

function encrypt(authSecret: string, token: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(authSecret, token), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(authSecret: string, token: string, content: Uint8Array): string {
  const bytes = Buffer.from(content)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(authSecret, token), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
