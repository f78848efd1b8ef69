import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/postgres.ts'
import { findPrograms, findUser, signalAll, startProgram } from './programs.ts'

const names = ['pg1', 'pg2', 'pg3'] as const
type Name = (typeof names)[number]

/** The ports of deploy/ha, each of which is another one here, where three machines are one. */
const ports = [5432, 8008, 2379, 2380] as const
const password = randomBytes(12).toString('hex')

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** The primary, where two others follow it, one of them in step. */
function leaderWithBoth(seen: Member[]): string | undefined {
  const leader = seen.find(({ role, state }) => role === 'leader' && state === 'running')
  const following = seen.filter(
    ({ role, state, timeline }) =>
      role !== 'leader' && /running|streaming/.test(state) && timeline === leader?.timeline,
  )
  return following.length === 2 && seen.some(({ role }) => role === 'sync_standby') ? leader?.name : undefined
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Three machines of deploy/ha, each with etcd, Patroni and PostgreSQL; HAProxy before them, PgBouncer before that. */
export async function startCluster() {
  const programs = findPrograms()
  const user = findUser()
  const folder = mkdtempSync(join(tmpdir(), 'butik-ha-'))
  own(folder)
  const addresses = new Map<string, string>()
  for (const n of names.keys())
    for (const port of ports) addresses.set(`10.0.0.2${n + 1}:${port}`, `127.0.0.1:${await freePort()}`)
  const [primaryPort, poolPort] = [await freePort(), await freePort()]
  const here = (text: string) => [...addresses].reduce((all, [there, address]) => all.replaceAll(there, address), text)
  const addressOf = (name: Name, port: number) => addresses.get(`10.0.0.2${names.indexOf(name) + 1}:${port}`) ?? ''
  const nodes = new Map<Name, ReturnType<typeof openNode>>()
  const front: number[] = []
  // Before anything is mounted. However this process ends: a package of the tests ends it at SIGINT, whatever is waited for.
  const stop = () => process.exit(1)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('exit', remove)
  for (const name of names) nodes.set(name, openNode(name))

  function own(path: string) {
    if (user) chownSync(path, user.uid, user.gid)
  }

  /** The settings of one machine, made of the first one's. */
  function settingsOf(file: string, name: Name): Record<string, string> {
    const own = (text: string) =>
      text.replaceAll('pg1', name).replaceAll('10.0.0.21', `10.0.0.2${names.indexOf(name) + 1}`)
    const lines = readFileSync(`deploy/ha/${file}`, 'utf8').split('\n')
    const pairs = lines.flatMap((line) => {
      const [, key, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
      if (!key || value === undefined) return []
      return [[key, here(/_INITIAL_CLUSTER$|_HOSTS$/.test(key) ? value : own(value))]]
    })
    return Object.fromEntries(pairs)
  }

  function openNode(name: Name) {
    const home = join(folder, name)
    mkdirSync(home)
    const isMounted = mount(home)
    own(home)
    const data = join(home, 'data')
    const ballast = join(home, 'ballast')
    const pids: number[] = []
    let watch: NodeJS.Timeout | undefined
    const config = join(folder, 'patroni.yml')
    writeFileSync(config, readFileSync('deploy/ha/patroni.yml', 'utf8'))
    return {
      home,
      isMounted,
      start() {
        pids.length = 0
        const etcd = { ...settingsOf('etcd.env', name), ETCD_DATA_DIR: join(home, 'etcd') }
        const patroni = {
          ...settingsOf('patroni.env', name),
          PATRONI_POSTGRESQL_DATA_DIR: data,
          PATRONI_POSTGRESQL_BIN_DIR: programs.binDir,
          PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
        }
        pids.push(startProgram({ program: programs.etcd, env: etcd, log: join(folder, `${name}-etcd.log`) }))
        pids.push(
          startProgram({ program: programs.patroni, args: [config], env: patroni, log: join(folder, `${name}.log`) }),
        )
      },
      /** All processes of this machine; without its PostgreSQL only those that decide about it. */
      pids: (withPostgres = true) => (withPostgres ? [...pids, postmaster()] : [...pids]).filter((pid) => pid > 1),
      /** Fills its disk to the last byte; deploy/ha/room.sh looks as its timer has it do. */
      async fill() {
        const bin = join(folder, 'bin')
        mkdirSync(bin, { recursive: true })
        const patroni = pids[1] ?? 0
        writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\nkill -INT ${patroni}\n`)
        chmodSync(join(bin, 'systemctl'), 0o755)
        const env = { PATH: `${bin}:${process.env.PATH}`, DATA: home, LEAST_MB: '200' }
        const look = () => execFile('sh', ['deploy/ha/room.sh'], { env })
        watch = setInterval(look, 5000)
        await fill(ballast)
      },
      /** Room again, and an operator who starts what stood still. */
      async clear() {
        clearInterval(watch)
        rmSync(ballast, { force: true })
        signalAll(
          [...pids, postmaster()].filter((pid) => pid > 1),
          'SIGKILL',
        )
        await wait(1000)
        this.start()
      },
    }

    function postmaster(): number {
      try {
        return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      } catch {
        return 0
      }
    }
  }

  function node(name: string) {
    const found = nodes.get(name as Name)
    if (!found) throw new Error(`no machine ${name}`)
    return found
  }

  /** All machines as the Patroni of one reports them; nothing where it does not answer. */
  async function seenBy(name: Name): Promise<Member[]> {
    const answer = await fetch(`http://${addressOf(name, 8008)}/cluster`, { signal: AbortSignal.timeout(1500) })
      .then((response) => response.json() as Promise<{ members: Member[] }>)
      .catch(() => undefined)
    return answer?.members ?? []
  }

  /** The word of the first that answers. */
  async function members(): Promise<Member[]> {
    for (const name of names) {
      const seen = await seenBy(name)
      if (seen.length > 0) return seen
    }
    return []
  }

  /** Until all three name the same primary, and the others follow it, one of them in step: who just woke up knows an old one. */
  async function healthy(seconds = 180): Promise<string> {
    let seen: Member[][] = []
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(500)) {
      seen = await Promise.all(names.map(seenBy))
      const [first, ...others] = seen.map(leaderWithBoth)
      if (first && others.every((other) => other === first)) return first
    }
    throw new Error(`the machines do not come together: ${JSON.stringify(seen)}; see ${folder}`)
  }

  /** Whether those that decide about it have another primary than this one. */
  async function isReplaced(name: string): Promise<boolean> {
    return (await members()).some((one) => one.role === 'leader' && one.state === 'running' && one.name !== name)
  }

  async function ask(name: string, text: string, database = 'postgres') {
    const url = `postgres://postgres:change-me@${addressOf(name as Name, 5432)}/${database}`
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  function endAll() {
    signalAll([...front, ...[...nodes.values()].flatMap((one) => one.pids())], 'SIGKILL')
  }

  function remove() {
    endAll()
    for (const { home, isMounted } of nodes.values()) if (isMounted) execFileSync('umount', ['-l', home])
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async function close() {
    endAll()
    await wait(1000)
    remove()
    process.off('exit', remove)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }

  for (const one of nodes.values()) one.start()
  const first = await healthy().catch(async (error: unknown) => {
    await close()
    throw error
  })
  await ask(first, `create role butik login password '${password}'`)
  await ask(first, `create database butik owner butik encoding 'UTF8' locale 'C.UTF-8' template template0`)
  const proxy = join(folder, 'haproxy.cfg')
  writeFileSync(proxy, here(haproxyText()))
  const pooler = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'userlist.txt'), `"butik" "${password}"\n`)
  writeFileSync(pooler, pgbouncerText())
  front.push(startProgram({ program: programs.haproxy, args: ['-db', '-f', proxy], log: join(folder, 'haproxy.log') }))
  front.push(startProgram({ program: programs.pgbouncer, args: [pooler], log: join(folder, 'pgbouncer.log') }))

  function haproxyText() {
    const text = readFileSync('deploy/ha/haproxy.cfg', 'utf8').replaceAll('127.0.0.1:5000', `127.0.0.1:${primaryPort}`)
    // Where PostgreSQL's port is another one, so is the port that tells of it.
    return names.reduce((all, name, n) => {
      const port = addressOf(name, 8008).split(':')[1]
      return all.replace(`10.0.0.2${n + 1}:5432 check port 8008`, `10.0.0.2${n + 1}:5432 check port ${port}`)
    }, text)
  }

  function pgbouncerText() {
    return readFileSync('deploy/ha/pgbouncer.ini', 'utf8')
      .replace('port=5000', `port=${primaryPort}`)
      .replace('listen_port = 6432', `listen_port = ${poolPort}\nunix_socket_dir =`)
      .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
  }

  const login = `postgres://butik:${password}@`
  return {
    folder,
    /** The three servers by name, as the shop and PostgreSQL's own programs take them. */
    hostsUrl: `${login}${names.map((name) => addressOf(name, 5432)).join(',')}/butik?target_session_attrs=read-write`,
    poolUrl: `${login}127.0.0.1:${poolPort}/butik`,
    urlOf: (name: string) => `${login}${addressOf(name as Name, 5432)}/butik`,
    healthy,
    isReplaced,
    ask,
    /** Ends all of a machine at once, as a power cut does. */
    kill: (name: string) => signalAll(node(name).pids(), 'SIGKILL'),
    start: (name: string) => node(name).start(),
    freeze: (name: string, withPostgres = true) => signalAll(node(name).pids(withPostgres), 'SIGSTOP'),
    thaw: (name: string) => signalAll(node(name).pids(), 'SIGCONT'),
    canFill: [...nodes.values()].every(({ isMounted }) => isMounted),
    fill: (name: string) => node(name).fill(),
    clear: (name: string) => node(name).clear(),
    /** Hands over to the one that holds every commit; Patroni knows no other candidate. */
    async switchOver(leader: string) {
      const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name
      const body = JSON.stringify({ leader, candidate })
      const answer = await fetch(`http://${addressOf(leader as Name, 8008)}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`no handing over from ${leader} to ${candidate}: ${await answer.text()}`)
    },
    close,
  }
}

/** A disk of its own, small enough to be filled; only root may make one. */
function mount(path: string): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Until not a byte more fits; in pieces between which others may work. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  for (const size of [1_048_576, 4096, 512]) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) await file.write(piece)
    } catch {}
  }
  await file.close()
}
