import type { Env } from '#env'
import { lastBackupAt } from '#shop/settings/last-backup.ts'
import { days, hours } from '#shop/time.ts'
import { about, type Finding } from './finding.ts'

const { ok, warning } = about('backups')

export async function checkBackups(env: Env, now = new Date()): Promise<Finding[]> {
  const last = await lastBackupAt(env.dataDir)
  const how = 'run npm run backup every night (deploy/ has a timer)'
  if (!last) return [warning(`none was made yet; ${how}`)]
  const age = now.getTime() - last.getTime()
  const text = `the last was made ${Math.floor(age / hours(1))} hours ago`
  return [age > days(2) ? warning(`${text}; ${how}`) : ok(text)]
}
