import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/open.ts'
import { type Env, readEnvFirst } from '#env'
import { type AdminAnswer, type AdminCommand, isAdminCommand, runAdminCommand } from '#shop/accounts/admin-commands.ts'
import { askAdmin } from './backup/control.ts'
import { ctxOn } from './ctx.ts'

/** For the owner who locked herself out. Works on the shop's own database, so it needs no password but the computer's. */
const usage = `usage: npm run admin -- <command> <e-mail>

  create          a new admin; its password is printed once
  promote         make a customer an admin
  demote          make an admin a customer
  reset-password  a new password, printed once; every session of the account ends
  reset-second-step
                  takes two-step login away, for who lost telephone and recovery codes

It reads the settings of the shop (DATA_DIR or DATABASE_URL, also from .env). The shop may keep running.`

async function main(): Promise<void> {
  const command = readArguments()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvFirst(process.env)
  // The embedded database is the running shop's alone: it does what is asked itself.
  const answer = (env.databaseUrl ? undefined : await askAdmin(env.dataDir, command)) ?? (await runHere(env, command))
  if ('refused' in answer) throw new Refusal(answer.refused)
  console.log(answer.said)
}

function readArguments(): AdminCommand {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    const [command = '', email = '', ...more] = positionals
    if (isAdminCommand(command) && email !== '' && more.length === 0) return { command, email }
  } catch {
    // Falls through to the usage.
  }
  throw new Refusal(usage)
}

async function runHere(env: Env, command: AdminCommand): Promise<AdminAnswer> {
  if (!env.databaseUrl && !existsSync(`${env.dataDir}/pglite`)) {
    throw new Refusal(`there is no shop in ${env.dataDir} yet; start it once with npm start, or set DATA_DIR`)
  }
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  try {
    return await runAdminCommand(ctxOn(handle.db, env), command)
  } finally {
    await handle.close()
  }
}

/** The command cannot be carried out, for a reason that is one clear line. */
class Refusal extends Error {}

function lineOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Refusal || /^(SettingsError|DatabaseError|BackupError)$/.test(error.constructor.name))
    return error.message
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
