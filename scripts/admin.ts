import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { createAdmin, resetPasswordOf, setRole } from '#shop/accounts/admins.ts'
import { EmailOnly } from '#shop/accounts/contract.ts'
import { type Ctx, newId } from '#shop/ctx.ts'

/** For the owner who locked herself out. Works on the shop's own database, so it needs no password but the computer's. */
const usage = `usage: npm run admin -- <command> <e-mail>

  create          a new admin; its password is printed once
  promote         make a customer an admin
  demote          make an admin a customer
  reset-password  a new password, printed once; every session of the account ends

It reads the settings of the shop (DATA_DIR or DATABASE_URL, also from .env). With the embedded database
stop the shop first; with PostgreSQL it may keep running.`

const commands: Record<string, (ctx: Ctx, email: string) => Promise<string>> = {
  create: async (ctx, email) => `${email} is an admin now; password (shown only now): ${await createAdmin(ctx, email)}`,
  promote: async (ctx, email) =>
    (await setRole(ctx, email, 'ADMIN')) ? `${email} is an admin now` : `${email} is an admin already`,
  demote: async (ctx, email) =>
    (await setRole(ctx, email, 'USER')) ? `${email} is no admin any more` : `${email} is no admin`,
  'reset-password': async (ctx, email) =>
    `new password of ${email} (shown only now): ${await resetPasswordOf(ctx, email)}`,
}

/** What the domain says to shoppers, for somebody at a terminal. */
const refusals: Record<string, string> = {
  'Bu adresin zaten bir hesabı var.': 'this address has an account already; use promote or reset-password',
  'Bu adresin bir hesabı yok.': 'no account has this address; use create',
  'Mağazanın tek yöneticisi bu hesap; önce başka bir hesabı yönetici yapın.':
    'this is the only admin; make another account an admin first',
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name = '', given = '', ...more] = positionals
  const command = commands[name]
  if (!command || given === '' || more.length > 0) throw new Refusal(usage)
  const parsed = EmailOnly.safeParse({ email: given })
  if (!parsed.success) throw new Refusal(`${given} is no e-mail address`)

  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  if (!env.databaseUrl && !existsSync(`${env.dataDir}/pglite`)) {
    throw new Refusal(`there is no shop in ${env.dataDir} yet; start it once with npm start, or set DATA_DIR`)
  }
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  try {
    console.log(await command(ctxOn(handle.db, env), parsed.data.email))
  } finally {
    await handle.close()
  }
}

/** As much of the shop as these commands need: they send no mail and touch no catalogue. */
function ctxOn(db: Ctx['db'], env: ReturnType<typeof readEnv>): Ctx {
  const unused = (what: string) => () => {
    throw new Error(`${what} is not open on the command line`)
  }
  return {
    db,
    config: { ...env, authSecret: env.authSecret ?? '' },
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    jobs: { add: unused('the job queue') },
    files: new Proxy({} as Ctx['files'], { get: unused('the file store') }),
    payments: new Proxy({} as Ctx['payments'], { get: unused('the payment provider') }),
    onCatalogChange: unused('the catalogue'),
    orderFeed: new Proxy({} as Ctx['orderFeed'], { get: unused('the order feed') }),
    actor: { kind: 'system' },
    requestId: newId(),
  }
}

/** The command cannot be carried out, for a reason that is one clear line. */
class Refusal extends Error {}

function lineOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Refusal || /^(SettingsError|DatabaseError)$/.test(error.constructor.name)) return error.message
  const refusal = refusals[error.message]
  if (refusal) return refusal
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // PostgreSQL: no such table or column.
    if ('code' in cause && (cause.code === '42P01' || cause.code === '42703'))
      return 'the database is older than this version of the shop; start the shop once with npm start'
  }
  return undefined
}

main().catch((error: unknown) => {
  console.error(lineOf(error) ?? error)
  process.exit(1)
})
