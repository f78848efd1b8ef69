import { existsSync } from 'node:fs'
import { readEnvFirst, SettingsError } from '#env'
import { checkAddress } from './doctor/address.ts'
import { checkBackups } from './doctor/backups.ts'
import { checkBucket } from './doctor/bucket.ts'
import { checkDatabase } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { reasonOf } from './doctor/finding.ts'
import { checkMachine } from './doctor/machine.ts'
import { checkMail } from './doctor/mail.ts'
import { checkMarket } from './doctor/market.ts'
import { checkForms, checkPayments, checkShipping } from './doctor/payment.ts'
import { withPanel } from './doctor/saved.ts'
import { checkSettings } from './doctor/settings.ts'
import { checkSms } from './doctor/sms.ts'

/** Looks at everything that a shop needs, and says of each in one line how it is and what to do. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { env, findings } = await withPanel(readEnvFirst(process.env))
  const checks = [
    checkMachine,
    checkDatabase,
    checkMail,
    checkSms,
    checkPayments,
    checkShipping,
    checkMarket,
    checkForms,
    checkAddress,
    checkBucket,
  ]
  const found = await Promise.all([
    ...checks.map((check) =>
      check(env).catch((error: unknown): Finding[] => [
        { state: 'wrong', about: check.name.replace('check', '').toLowerCase(), text: reasonOf(error) },
      ]),
    ),
    checkBackups(env),
  ])
  tell([...checkSettings(env), ...findings, ...found.flat()])
}

function tell(findings: Finding[]): void {
  for (const { state, about, text } of findings) console.log(`${state.padEnd(8)} ${about.padEnd(12)} ${text}`)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong === 0) return
  console.log(`\n${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) tell([{ state: 'wrong', about: 'settings', text: error.message }])
  else {
    console.error(error)
    process.exitCode = 1
  }
})
