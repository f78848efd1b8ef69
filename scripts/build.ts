import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFonts } from './fonts.ts'

const run = promisify(execFile)
const builds = 'build'
const partial = 'partial-'
/** This build and those before it, which a running shop may still read from. */
const kept = 3
/** Milliseconds; a build that takes longer was cut short. */
const longest = 60 * 60_000

type Options = {
  force?: boolean
  /** Is called when there is a build to be made, before it is; twice where the fonts are to be made too. */
  beside?: () => void
}

/**
 * Builds the server and the browser's files, unless that was done for these very sources, and gives the folder they are
 * in. It is named by the sources and appears as a whole: several may build at once, and a shop that runs keeps its files.
 */
export async function buildIfStale(options: Options = {}): Promise<string> {
  await makeFonts(options.beside)
  const folder = join(builds, await hashSources())
  if (options.force) await rm(folder, { recursive: true, force: true })
  if (existsSync(folder)) return folder

  console.log('building the shop (only after a change; takes some seconds)')
  await mkdir(builds, { recursive: true })
  const mine = await mkdtemp(join(builds, partial))
  try {
    options.beside?.()
    await build(mine)
    await trimManifest(join(mine, 'client', 'assets'))
    await rename(mine, folder).catch((error: NodeJS.ErrnoException) => {
      // Another was sooner, with the same result.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(mine, { recursive: true, force: true })
  }
  await forgetOld(folder)
  return folder
}

async function build(buildDirectory: string): Promise<void> {
  // A larger young generation: a seventh less work for the processor.
  await run(process.execPath, ['--max-semi-space-size=64', 'node_modules/@react-router/dev/bin.cjs', 'build'], {
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: buildDirectory },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`the build failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
}

/**
 * Leaves out of the list of routes, which every shopper's first page brings, what React Router reads the same where it is missing
 * (react-router 8: `lib/dom/ssr`), and what it never reads.
 */
async function trimManifest(assets: string): Promise<void> {
  const name = (await readdir(assets)).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error('the build has no manifest of its routes')
  const [, before = '', routes = ''] = /^([^{]+)(.+);$/s.exec(await readFile(join(assets, name), 'utf8')) ?? []
  const isIdle = (key: string, value: unknown) =>
    value === false || key === 'hasDefaultExport' || (key === 'css' && Array.isArray(value) && value.length === 0)
  const trimmed = JSON.stringify(JSON.parse(routes), (key, value) => (isIdle(key, value) ? undefined : value))
  await writeFile(join(assets, name), `${before}${trimmed};`)
}

/** Removes all but the newest builds, and what was cut short. */
async function forgetOld(current: string): Promise<void> {
  const now = new Date()
  await utimes(current, now, now)
  const found = await Promise.all(
    (await readdir(builds)).map(async (name) => ({ name, made: await madeAt(join(builds, name)) })),
  )
  const whole = found.filter(({ name }) => !name.startsWith(partial)).sort((a, b) => b.made - a.made)
  const cutShort = found.filter(({ name, made }) => name.startsWith(partial) && now.getTime() - made > longest)
  for (const { name } of [...whole.slice(kept), ...cutShort])
    await rm(join(builds, name), { recursive: true, force: true })
}

/** Nothing, once somebody else has removed it. */
const madeAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** Folders that the build does not depend on. One that is missing here only causes a needless build. */
const aside =
  /^(\..*|node_modules|build|data|docs|deploy|scripts|bench|chaos|e2e|mutants|test|test-results|shots|coverage)$/

/** Changes whenever anything does that the build is made from. */
async function hashSources(): Promise<string> {
  const entries = await readdir('.', { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !aside.test(entry.name)).map(({ name }) => name)
  const inFolders = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
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
  // A thousand small files: waiting for each takes four times as long, and every start waits for all.
  for (const path of [...nested, ...topLevel].sort()) hash.update(`\0${path}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

if (import.meta.main) console.log(await buildIfStale({ force: process.argv.includes('--force') }))
