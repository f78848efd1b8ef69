import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/** Writes the time of a backup for the running shop, whose metrics and panel show the last one's age. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(pathIn(dataDir), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** Returns the time of the last complete backup; undefined when none is known. */
export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
  const at = new Date((await readFile(pathIn(dataDir), 'utf8').catch(() => '')).trim())
  return Number.isNaN(at.getTime()) ? undefined : at
}
