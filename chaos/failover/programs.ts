import { execFileSync, spawn } from 'node:child_process'
import { globSync, openSync, readdirSync, readFileSync } from 'node:fs'

const packages = 'patroni etcd-server haproxy pgbouncer postgresql'

/** Where the programs are that a failover needs; what is missing is not installed, but said. */
export function findPrograms() {
  const found = ['patroni', 'etcd', 'haproxy', 'pgbouncer'].map((name) => ({ name, path: pathOf(name) }))
  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1)
  const missing = found.filter(({ path }) => !path).map(({ name }) => name)
  if (!postgres) missing.push('postgres')
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing; Debian has them: apt-get install ${packages}`)
  const [patroni = '', etcd = '', haproxy = '', pgbouncer = ''] = found.map(({ path }) => path)
  return { patroni, etcd, haproxy, pgbouncer, binDir: (postgres ?? '').replace(/\/postgres$/, '') }
}

function pathOf(name: string): string {
  return globSync(`{/usr/local/bin,/usr/bin,/usr/sbin}/${name}`)[0] ?? ''
}

/** PostgreSQL and PgBouncer refuse to run as root: then they are Debian's user postgres. */
export function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' })))
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

type Command = { program: string; args?: string[]; env?: Record<string, string>; log: string }

/** Starts a program that goes on until it is ended, and returns its process id. */
export function startProgram({ program, args = [], env = {}, log }: Command, user = findUser()): number {
  const out = openSync(log, 'a')
  const child = spawn(program, args, {
    cwd: '/tmp',
    env: { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', out, out],
    ...user,
  })
  child.on('error', () => {})
  child.unref()
  if (child.pid === undefined) throw new Error(`${program} does not start`)
  return child.pid
}

/** Sends a signal to these processes and to all that they started, as the end of a machine does. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of familyOf(pids)) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

function familyOf(pids: number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const all = [...pids]
  for (const pid of all) all.push(...(children.get(pid) ?? []).filter((child) => !all.includes(child)))
  return all
}

function parentOf(pid: string): number {
  try {
    // The name in brackets may hold anything, also a bracket.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}
