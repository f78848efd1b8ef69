import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Worker processes read this file too: all of them must find the folder that the first one made, and only it takes it away. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'butik-e2e-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

process.env.BUTIK_E2E_DATA ??= ownFolder()
export const dataDir = process.env.BUTIK_E2E_DATA
export const port = Number(process.env.BUTIK_E2E_PORT ?? 3950)
/** A web server before the shop, and what makes Chromium come to it (`npm run chaos -- front journeys`); else the shop itself. */
export const front = process.env.BUTIK_E2E_FRONT
export const frontArgs = process.env.BUTIK_E2E_ARGS?.split('\n') ?? ['--disable-quic']
export const admin = { email: 'sahibi@dukkan.example', password: 'dükkanın anahtarı' }
