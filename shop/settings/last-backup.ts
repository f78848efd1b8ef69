import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/** Leaves word for the running shop, whose figures and panel tell how old the last backup is. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(pathIn(dataDir), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** When the last whole backup was made; undefined when none is known of. */
export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
  const at = new Date((await readFile(pathIn(dataDir), 'utf8').catch(() => '')).trim())
  return Number.isNaN(at.getTime()) ? undefined : at
}
