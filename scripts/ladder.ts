import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The areas of shop/, lowest first: an area imports only from those before it and from the ground, types included. */
const areas = [
  'fields',
  'sheets',
  'media',
  'audit',
  'jobs',
  'catalog',
  'settings',
  'texts',
  'favorites',
  'sizes',
  'mail',
  'sms',
  'gift-cards',
  'credit',
  'campaigns',
  'payments',
  'accounts',
  'agreements',
  'messages',
  'restock',
  'orders',
  'shipping',
  'invoices',
  'imports',
  'bulk',
  'checkout',
  'order-desk',
  'returns',
  'reviews',
  'channels',
  'news',
  'desk',
  'setup',
  'reports',
  'notices',
]
const tops = /^(app|api|shop|db|server|ops|backup|doctor|main|env)\b/

/** Source files that a folder may hold, tests apart: more are no longer taken in at a glance. */
const mostFiles = 20

/** The files of the project; what is generated is ignored by git. */
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path) && existsSync(path))
const files = sources.filter((path) => tops.test(path))
const known = new Set(files)
const imports = new Map(files.map((path) => [path, importsOf(path)]))
const problems = [...climbs(), ...circles(), ...pagesReachingIntoTheApi()]
const full = crowdedFolders()
/** Names that React Router keeps from the browser or the server: the build (vite.config.ts) does not ask it for them, to be quick. */
const halved = files.filter((path) => /\.(server|client)\.tsx?$/.test(path) && !path.startsWith('app/entry.'))
if (problems.length > 0) console.error(`imports that must go the other way:\n  ${problems.join('\n  ')}`)
if (full.length > 0) console.error(`folders of more than ${mostFiles} source files:\n  ${full.join('\n  ')}`)
if (halved.length > 0) console.error(`names that the build has no regard for:\n  ${halved.join('\n  ')}`)
if (problems.length + full.length + halved.length > 0) process.exit(1)

/** Files of the project that a file names, types and lazy imports included. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^'?]+)'/g)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)))
    .map((name) => (known.has(name) ? name : `${name}.ts`))
    .filter((name) => known.has(name))
}

/** Where the place on the ladder is; -1 for the ground: files of no area, and every area's tables. */
function stepOf(path: string): number {
  const [top, area = '', file] = path.split('/')
  if (top !== 'shop' || file === undefined) return -1
  const step = areas.indexOf(area)
  if (step < 0) throw new Error(`shop/${area} has no place on the ladder in scripts/ladder.ts`)
  return step
}

function climbs(): string[] {
  return [...imports].flatMap(([from, targets]) =>
    from.startsWith('shop/')
      ? targets.filter((to) => !to.endsWith('/schema.ts') && stepOf(to) > stepOf(from)).map((to) => `${from} → ${to}`)
      : [],
  )
}

/** The browser's code takes from api/ the types of its answers alone: `import type` from api/wire/, which weighs nothing. */
function pagesReachingIntoTheApi(): string[] {
  const allowed = /import type \{[^}]*\} from '#api\/wire\/[^']+'/g
  return [...imports.keys()]
    .filter(
      (path) =>
        path.startsWith('app/') && /'#api\/|\/api\/[\w-]+\.ts'/.test(readFileSync(path, 'utf8').replace(allowed, '')),
    )
    .map((path) => `${path} → api (only \`import type\` from api/wire is allowed)`)
}

/** Circles of files; each is told once, by the shortest way round that is found. */
function circles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, way: string[]) => {
    if (way.includes(path)) {
      found.push([...way.slice(way.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of imports.get(path) ?? []) walk(next, [...way, path])
    done.add(path)
  }
  for (const path of files) walk(path, [])
  return found
}

function crowdedFolders(): string[] {
  const folders = Map.groupBy(sources, dirname)
  return [...folders].filter(([, held]) => held.length > mostFiles).map(([name, held]) => `${name}: ${held.length}`)
}
