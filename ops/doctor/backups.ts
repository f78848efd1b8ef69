import type { Env } from '#env'
import { lastBackupAt } from '#shop/settings/last-backup.ts'
import { days, hours } from '#shop/time.ts'
import { findNewestCopy } from '../backup/bucket.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, warning, wrong } = about('backups')

export async function checkBackups(env: Env, now = new Date()): Promise<Finding[]> {
  return [...(await checkMade(env, now)), ...(await checkCopies(env, now))]
}

async function checkCopies({ backupS3 }: Env, now: Date): Promise<Finding[]> {
  if (!backupS3) return []
  try {
    const newest = await findNewestCopy(backupS3)
    if (!newest) return [warning(`the bucket ${backupS3.bucket} holds none; npm run backup copies the next one there`)]
    const age = now.getTime() - newest.at.getTime()
    const text = `the newest in the bucket ${backupS3.bucket} came there ${Math.floor(age / hours(1))} hours ago`
    return [age > days(2) ? warning(`${text}; look at the log of npm run backup`) : ok(text)]
  } catch (error) {
    return [wrong(error instanceof Error ? error.message : reasonOf(error))]
  }
}

async function checkMade(env: Env, now: Date): Promise<Finding[]> {
  const last = await lastBackupAt(env.dataDir)
  const how = 'run npm run backup every night (deploy/ has a timer)'
  if (!last) return [warning(`none was made yet; ${how}`)]
  const age = now.getTime() - last.getTime()
  const text = `the last was made ${Math.floor(age / hours(1))} hours ago`
  return [age > days(2) ? warning(`${text}; ${how}`) : ok(text)]
}
