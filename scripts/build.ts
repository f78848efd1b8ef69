import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFonts } from './fonts.ts'

const run = promisify(execFile)
const stamp = 'build/stamp'
const results = ['build/server/index.js', 'build/client/assets']

/** Builds the server and the browser's files into build/, unless they were made from these very sources. */
export async function buildIfStale(options: { force?: boolean } = {}): Promise<void> {
  await makeFonts()
  const sources = await hashSources()
  const fresh = results.every((path) => existsSync(path)) && (await readFile(stamp, 'utf8').catch(() => '')) === sources
  if (fresh && !options.force) return

  console.log('building the shop (only after a change; takes some seconds)')
  await mkdir('build', { recursive: true })
  await writeFile(stamp, '')
  await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`the build failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
  await writeFile(stamp, sources)
}

/** Changes whenever anything does that the build is made from. */
async function hashSources(): Promise<string> {
  const folders = ['app', 'api', 'shop', 'db', 'web', 'backup', 'demo']
  const inFolders = await Promise.all(
    folders
      .filter((folder) => existsSync(folder))
      .map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  )
  const nested = inFolders
    .flat()
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith('demo') || /\.(ts|json)$/.test(path))
  const topLevel = (await readdir('.')).filter((name) =>
    /(?<!\.test)\.ts$|^package-lock\.json$|^tsconfig\.json$/.test(name),
  )
  const hash = createHash('sha256').update(process.version)
  for (const path of [...nested, ...topLevel].sort()) hash.update(`\0${path}\0`).update(await readFile(path))
  return hash.digest('hex')
}

if (import.meta.main) await buildIfStale({ force: process.argv.includes('--force') })
