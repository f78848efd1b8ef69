import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEnvFirst } from '#env'
import { endWithError } from './backup/command.ts'
import { BackupError } from './backup/manifest.ts'
import { checkBackup, restoreBackup } from './backup/restore.ts'

const usage = `usage: npm run restore -- <backup> [--check]

Restores a backup into the database and the DATA_DIR (or bucket) that the settings name. The database must be empty, be it
the embedded one or PostgreSQL, whichever the backup came from. --check only says whether the backup is whole.`

async function main(): Promise<void> {
  const { folder, check } = readArguments()
  if (check) {
    const { madeAt, rows, files } = await checkBackup(folder)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    console.log(`the backup of ${madeAt} is whole: ${total} rows, ${Object.keys(files).length} files`)
    return
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvFirst(process.env)
  const { manifest, migrated } = await restoreBackup(folder, env)
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  console.log(`restored the backup of ${manifest.madeAt}: ${rows} rows, ${Object.keys(manifest.files).length} files`)
  if (migrated.length > 0) console.log(`brought up to date: ${migrated.join(', ')}`)
  console.log('start the shop with npm start')
}

function readArguments(): { folder: string; check: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
    const [folder, ...more] = positionals
    if (folder && more.length === 0) return { folder, check: values.check ?? false }
  } catch {
    // Falls through to the usage.
  }
  throw new BackupError(usage)
}

main().catch(endWithError)
