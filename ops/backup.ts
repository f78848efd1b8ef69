import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvFirst } from '#env'
import { copyToBucket } from './backup/bucket.ts'
import { endWithError } from './backup/command.ts'
import { makeBackup } from './backup/make.ts'
import { BackupError } from './backup/manifest.ts'

const usage = `usage: npm run backup -- [--to <folder>] [--keep <number>]

Writes the shop's database and files into a folder of its own, named by the time, under --to (usually DATA_DIR/backups).
The shop may keep running. --keep removes the oldest whole backups in that folder until so many are left.
Where BACKUP_S3_… name a bucket it is copied there, and --keep holds there too.`

async function main(): Promise<void> {
  const { to, keep } = readArguments()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvFirst(process.env)
  // Backups hold customers' data: only the owner may read them.
  process.umask(0o077)
  const { path, manifest, removed } = await makeBackup({ env, to: to ?? join(env.dataDir, 'backups'), keep })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  console.log(`backup made: ${path}`)
  console.log(`${rows} rows, ${Object.keys(manifest.files).length} files, ${manifest.jobs} jobs that wait`)
  if (manifest.missing.length > 0)
    console.warn(
      `warning: ${manifest.missing.length} files that the database names were missing, such as ${manifest.missing[0]}`,
    )
  for (const old of removed) console.log(`removed ${old}`)
  if (!env.backupS3) return
  const copied = await copyToBucket(path, manifest, env.backupS3, keep)
  console.log(
    `copied to the bucket ${env.backupS3.bucket}: ${copied.files} new files, ${(copied.bytes / 1e6).toFixed(1)} MB`,
  )
  for (const old of copied.removed) console.log(`removed ${old} from the bucket`)
}

function readArguments(): { to?: string; keep?: number } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } })
    const { to, keep } = values
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new BackupError(usage)
    return { to, keep: keep === undefined ? undefined : Number(keep) }
  } catch {
    throw new BackupError(usage)
  }
}

main().catch(endWithError)
