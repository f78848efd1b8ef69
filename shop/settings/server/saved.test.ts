import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { test } from '#test/shop.ts'
import { readSaved, saveServerSettings, sealAnew, serverKey } from './saved.ts'
import { sealingKeyFile } from './seal.ts'

const secret = 'a secret for tests, long enough to sign'
const smtpUrl = 'smtps://nar:gizli@posta.example'

const withSecret = (ctx: Ctx, givenSecret: string | undefined): Ctx => ({
  ...ctx,
  server: { ...ctx.server, givenSecret, reload: async () => {} },
})
const keyOf = ({ config }: Ctx) => join(config.dataDir, sealingKeyFile)
/** Reads the saved settings like a machine that has the secret but no key file. */
const readElsewhere = ({ db }: Ctx) => readSaved(db, { dataDir: '/nowhere', authSecret: secret })

describe('what was sealed before AUTH_SECRET was set', () => {
  test('is sealed anew with it, and the key beside the data goes, at a second start where the first was cut short', async ({
    ctx,
  }) => {
    const [before, after] = [withSecret(ctx, undefined), withSecret(ctx, secret)]
    await saveServerSettings(before, { SMTP_URL: smtpUrl, PUBLIC_URL: 'https://dukkan.example' })
    const key = readFileSync(keyOf(ctx))
    await sealAnew(before)
    expect((await readElsewhere(ctx)).lost, 'without a secret nothing changes').toEqual(['SMTP_URL'])
    const all = { values: { SMTP_URL: smtpUrl, PUBLIC_URL: 'https://dukkan.example' }, lost: [] }
    for (const start of ['first', 'second']) {
      await sealAnew(after)
      expect([start, await readElsewhere(ctx), existsSync(keyOf(ctx))]).toEqual([start, all, false])
      writeFileSync(keyOf(ctx), key)
    }
  })

  test('keeps its key while something is left that the secret does not open, or where nothing is sealed', async ({
    ctx,
  }) => {
    const [before, after] = [withSecret(ctx, undefined), withSecret(ctx, secret)]
    await saveServerSettings(before, { SMTP_URL: smtpUrl, PAYTR_MERCHANT_KEY: 'anahtar' })
    await ctx.db.execute(
      sql`update settings set value = jsonb_set(value, '{PAYTR_MERCHANT_KEY,sealed}', '"1.00000000.AAAA.AAAA"') where key = ${serverKey}`,
    )
    await sealAnew(after)
    expect(await readElsewhere(ctx)).toEqual({ values: { SMTP_URL: smtpUrl }, lost: ['PAYTR_MERCHANT_KEY'] })
    expect(existsSync(keyOf(ctx))).toBe(true)

    await ctx.db.execute(sql`delete from settings where key = ${serverKey}`)
    await sealAnew(after)
    expect(existsSync(keyOf(ctx)), 'an empty database may be the wrong one').toBe(true)

    await saveServerSettings(after, { PAYTR_MERCHANT_KEY: 'yeni anahtar' })
    await sealAnew(after)
    expect((await readElsewhere(ctx)).values).toEqual({ PAYTR_MERCHANT_KEY: 'yeni anahtar' })
    expect(existsSync(keyOf(ctx))).toBe(false)
  })
})
