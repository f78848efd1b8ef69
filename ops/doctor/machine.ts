import { open, rm, stat, statfs } from 'node:fs/promises'
import { availableParallelism, freemem, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Env } from '#env'
import { sealingKeyFile } from '#shop/settings/server/seal.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { isFull } from '../backup/manifest.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const gigabyte = 1024 ** 3
const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`

export async function checkMachine(env: Env): Promise<Finding[]> {
  return [checkNode(), checkMemory(), ...(await checkFolder(env)), ...(await checkSecrets(env))]
}

function checkNode(): Finding {
  const { ok, wrong } = about('node')
  const wanted = Number(packageJson.dependencies.node.split('.')[0])
  const found = Number(process.versions.node.split('.')[0])
  if (found >= wanted) return ok(`${process.version} on ${process.platform} ${process.arch}`)
  return wrong(`${process.version} runs, ${wanted} is needed; run npm ci, which brings it, and start with npm`)
}

function checkMemory(): Finding {
  const { ok, warning } = about('memory')
  const text = `${inGigabytes(totalmem())} in all, ${inGigabytes(freemem())} free, ${availableParallelism()} cores`
  if (totalmem() < 0.9 * gigabyte) return warning(`${text}; the shop wants 1 GB, 2 GB with PostgreSQL beside it`)
  if (freemem() < 0.2 * gigabyte) return warning(`${text}; little is left, look at what else runs here`)
  return ok(text)
}

async function checkFolder(env: Env): Promise<Finding[]> {
  const { ok, warning, wrong } = about('disk')
  const folder = resolve(env.dataDir)
  const probed = await nearestFolder(folder)
  try {
    await probe(join(probed, `.doctor-${process.pid}`))
  } catch (error) {
    const what = isFull(error) ? 'make room now, a full disk stops orders' : 'give it to the user that runs the shop'
    return [wrong(`cannot write to ${probed} (DATA_DIR): ${reasonOf(error)}; ${what}`)]
  }
  const { bavail, bsize } = await statfs(probed)
  const text = `${inGigabytes(bavail * bsize)} free at ${folder}`
  if (bavail * bsize < 0.2 * gigabyte) return [wrong(`${text}; make room now, a full disk stops orders`)]
  if (bavail * bsize < gigabyte) return [warning(`${text}; make room`)]
  return [ok(`${text}, writable`)]
}

/** The folder itself, or where the first start would make it. */
async function nearestFolder(path: string): Promise<string> {
  if (path === dirname(path) || (await stat(path).catch(() => undefined))) return path
  return nearestFolder(dirname(path))
}

async function probe(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile('probe').finally(() => file.close())
  } finally {
    await rm(path)
  }
}

/** Files that let their reader act as the shop. */
async function checkSecrets(env: Env): Promise<Finding[]> {
  const { ok, wrong } = about('secrets')
  const open: string[] = []
  for (const path of [
    '.env',
    join(env.dataDir, 'auth-secret'),
    join(env.dataDir, sealingKeyFile),
    join(env.dataDir, 'control.sock'),
  ]) {
    const found = await stat(path).catch(() => undefined)
    if (found && (found.mode & 0o007) !== 0) open.push(path)
  }
  const pglite = await stat(join(env.dataDir, 'pglite')).catch(() => undefined)
  const folder = await stat(env.dataDir).catch(() => undefined)
  if (open.length > 0) return [wrong(`everybody on this machine can read ${open.join(', ')}; run chmod 600 on it`)]
  if (pglite && folder && (pglite.mode & folder.mode & 0o005) !== 0)
    return [about('secrets').warning(`everybody on this machine can read ${env.dataDir}; run chmod 700 ${env.dataDir}`)]
  return [ok('files with secrets are closed to others')]
}
