import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
/** Tests of buying, paying, returns and accounts; all tests would take several times as long. */
const tests = [
  'api/payments',
  'api/order-desk',
  'api/account',
  'api/auth',
  'api/admin/orders',
  'api/admin/catalog',
  'shop/checkout',
  'shop/orders',
  'shop/returns',
]

export type Release = ReturnType<typeof checkOutRelease>

/** The last release in a folder of its own, with its packages: the newest tag, else what db/release.json names. */
export function checkOutRelease() {
  const named = JSON.parse(readFileSync('db/release.json', 'utf8')) as { git: string }
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], { encoding: 'utf8' })
  const name = tag.status === 0 ? tag.stdout.trim() : named.git
  const folder = join(mkdtempSync(join(tmpdir(), 'butik-release-')), 'shop')
  git('worktree', 'add', '--detach', '--force', folder, name)
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock('.')) execFileSync('cp', ['-al', 'node_modules', folder])
  else execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true })
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder })

  /** As where a new version is pulled into the folder of the old one: its build lies beside ours. */
  function shareBuild(): () => void {
    const mine = readdirSync(join(folder, 'build')).filter((name) => !existsSync(join('build', name)))
    for (const name of mine) cpSync(join(folder, 'build', name), join('build', name), { recursive: true })
    return () => {
      for (const name of mine) rmSync(join('build', name), { recursive: true, force: true })
    }
  }

  function close() {
    git('worktree', 'remove', '--force', folder)
    rmSync(dirname(folder), { recursive: true, force: true })
  }

  return { name, folder, shareBuild, close }
}

/** The release's own tests on the schema of today: the migrations that came since are put beside its own. Gives what failed. */
export function testOnNewSchema({ folder }: Release, say: (line: string) => void): string[] {
  const own = new Set(readdirSync(join(folder, 'db/migrations')))
  const later = readdirSync('db/migrations').filter((name) => !own.has(name))
  for (const name of later) cpSync(join('db/migrations', name), join(folder, 'db/migrations', name))
  const begun = performance.now()
  const { status, stdout } = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'shop', ...tests], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  for (const name of later) rmSync(join(folder, 'db/migrations', name))
  const seconds = Math.round((performance.now() - begun) / 1000)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal
  const lines = stdout.replace(/\u001b\[[0-9;]*m/g, '').split('\n')
  const sums = lines.filter((line) => /^\s*(Test Files|Tests) /.test(line)).map((line) => line.trim())
  say(`its tests of ${tests.join(', ')} with ${later.length} later migrations, ${seconds} s: ${sums.join('; ')}`)
  if (status === 0) return []
  return [
    'tests of the release fail on the new schema',
    ...lines.filter((line) => /^\s*(FAIL|Error:|AssertionError)/.test(line)),
  ]
}

/** Goods and people, written by the release itself into its own schema. */
export function prepareBy<Prepared>({ folder }: Release, settings: Record<string, string>, given: object): Prepared {
  const code = `
    const { prepare } = await import('./chaos/prepared.ts')
    const { handle, products, admin, tokens, initialStock } = await prepare(${JSON.stringify(settings)}, ${JSON.stringify(given)})
    await handle.close()
    process.stdout.write('\\n' + JSON.stringify({ products, admin, tokens, initialStock: [...initialStock] }) + '\\n')
    process.exit(0)`
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], options)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}
