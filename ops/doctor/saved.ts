import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/open.ts'
import { type Env, type SavedSettings, SettingsError, withSaved } from '#env'
import { findRow, openRow } from '#shop/settings/server/saved.ts'
import { fetchSaved } from '../backup/control.ts'
import { query } from '../backup/dump.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, warning, wrong } = about('panel')

/** The settings with what the panel saved, from the running shop or its database. SettingsError as at the start. */
export async function withPanel(env: Env): Promise<{ env: Env; findings: Finding[] }> {
  let saved: SavedSettings
  try {
    saved = await openRow(await readRow(env), { dataDir: env.dataDir, authSecret: env.authSecret })
  } catch (error) {
    const text = `what the panel saved cannot be read (${reasonOf(error)}); the checks below go by the environment alone`
    return { env: withSavedOrNone(env), findings: [warning(text)] }
  }
  const names = Object.keys(saved.values)
  const how = 'put DATA_DIR/settings-key or the former AUTH_SECRET back, or type them again under /admin/kurulum'
  const lost =
    saved.lost.length > 0 ? [wrong(`${saved.lost.join(', ')} cannot be read: their key is gone; ${how}`)] : []
  const kept = names.length > 0 ? [ok(`${names.join(', ')} saved in the panel; the environment comes first`)] : []
  return { env: withSaved(env, saved), findings: [...lost, ...kept] }
}

/** A live shop whose keys are out of sight is not called incomplete. */
function withSavedOrNone(env: Env): Env {
  try {
    return withSaved(env, { values: {}, lost: [] })
  } catch (error) {
    if (error instanceof SettingsError) return env
    throw error
  }
}

async function readRow(env: Env): Promise<unknown> {
  if (!env.databaseUrl) {
    if (!existsSync(join(env.dataDir, 'pglite'))) return undefined
    const said = await fetchSaved(env.dataDir)
    if (said !== undefined) return said
  }
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  try {
    const [made] = await query<{ there: boolean }>(handle.db, sql`select to_regclass('settings') is not null as there`)
    return made?.there ? await findRow(handle.db) : undefined
  } finally {
    await handle.close()
  }
}
