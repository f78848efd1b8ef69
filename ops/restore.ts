import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvFirst } from '#env'
import { fetchFromBucket } from './backup/bucket.ts'
import { endWithError } from './backup/command.ts'
import { BackupError } from './backup/manifest.ts'
import { checkBackup, restoreBackup } from './backup/restore.ts'

const usage = `usage: npm run restore -- <backup> [--check]
       npm run restore -- bucket:<name of a backup, or newest> [--check]

Restores a backup into the database and the DATA_DIR (or bucket) that the settings name. The database must be empty, be it
the embedded one or PostgreSQL, whichever the backup came from. --check only says whether the backup is whole.
One of the bucket that BACKUP_S3_… name is brought to DATA_DIR/backups first.`

async function main(): Promise<void> {
  const { asked, check } = readArguments()
  if (existsSync('.env')) process.loadEnvFile('.env')
  // Backups hold customers' data: only the owner may read them.
  process.umask(0o077)
  const folder = asked.startsWith(inBucket) ? await fetched(asked.slice(inBucket.length)) : asked
  if (check) {
    const { madeAt, rows, files } = await checkBackup(folder)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    console.log(`the backup of ${madeAt} is whole: ${total} rows, ${Object.keys(files).length} files`)
    return
  }
  const env = readEnvFirst(process.env)
  const { manifest, migrated } = await restoreBackup(folder, env)
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  console.log(`restored the backup of ${manifest.madeAt}: ${rows} rows, ${Object.keys(manifest.files).length} files`)
  if (migrated.length > 0) console.log(`brought up to date: ${migrated.join(', ')}`)
  console.log('start the shop with npm start')
}

const inBucket = 'bucket:'

async function fetched(name: string): Promise<string> {
  const { backupS3, dataDir } = readEnvFirst(process.env)
  if (!backupS3) throw new BackupError('BACKUP_S3_… name no bucket')
  const folder = await fetchFromBucket(name, backupS3, join(dataDir, 'backups'))
  console.log(`brought here: ${folder}`)
  return folder
}

function readArguments(): { asked: string; check: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
    const [asked, ...more] = positionals
    if (asked && more.length === 0) return { asked, check: values.check ?? false }
  } catch {
    // Falls through to the usage.
  }
  throw new BackupError(usage)
}

main().catch(endWithError)
