import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const packages = 'debootstrap systemd-container slirp4netns'
const programs = ['debootstrap', 'systemd-nspawn', 'slirp4netns', 'nsenter']
/** The settings of npm that a machine needs to reach its registry. */
const npmSettings = ['registry', 'strict-ssl', 'proxy', 'https-proxy', 'noproxy']

export type Machine = Awaited<ReturnType<typeof bootMachine>>

/**
 * A Debian as small as debootstrap makes it, booted with its own systemd and its own network, from which only the
 * outside can be reached. It takes this machine's release, mirror and npm's settings. `remove` leaves nothing of it.
 */
export async function bootMachine() {
  requirePrograms()
  const { release, mirror } = findMirror()
  const folder = mkdtempSync(join(tmpdir(), 'butik-debian-'))
  const root = join(folder, 'root')
  const pids: number[] = []
  const removeOnSignal = () => void remove().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, removeOnSignal)

  function begin(program: string, args: string[]): number {
    const out = openSync(join(folder, 'log'), 'a')
    const { pid } = spawn(program, args, { stdio: ['ignore', out, out], detached: true })
    if (pid === undefined) throw new Error(`${program} does not start`)
    pids.push(pid)
    return pid
  }

  async function boot(): Promise<number> {
    const include = '--include=systemd-sysv,dbus,ca-certificates'
    execFileSync('debootstrap', ['--variant=minbase', include, release, root, mirror], { stdio: 'pipe' })
    rmSync(join(root, 'etc/resolv.conf'), { force: true })
    writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n')
    // It is thrown away: packages need not be safe on the disk before the next one comes.
    writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe'), 'force-unsafe-io\n')
    handInNpm(root)
    const own = ['--private-network', '--register=no', '--keep-unit', '--resolv-conf=off', '--console=pipe']
    const nspawn = begin('systemd-nspawn', ['--quiet', '--directory', root, '--boot', ...own])
    const init = await initOf(nspawn).catch((error: Error) => {
      throw new Error(`${error.message}: ${readFileSync(join(folder, 'log'), 'utf8')}`)
    })
    begin('slirp4netns', ['--configure', '--mtu=65520', '--disable-host-loopback', `${init}`, 'tap0'])
    return init
  }

  async function remove(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, removeOnSignal)
    // Its systemd is the first process of its namespace: with it ends whatever runs there.
    const all = pids.flatMap((pid) => [...childrenOf(pid), pid])
    for (const pid of all) kill(pid)
    for (let n = 0; n < 600 && all.some(runs); n++) await wait(100)
    execFileSync('rm', ['-rf', '--one-file-system', folder])
  }

  const init = await boot().catch((error: unknown) =>
    remove().finally(() => {
      throw error
    }),
  )

  /** Runs a script in it as root, and gives what it printed; throws with its end when it fails. */
  async function run(script: string, input = ''): Promise<string> {
    const env = ['env', '-i', 'HOME=/root', 'LANG=C.UTF-8', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin']
    const child = spawn('nsenter', ['-t', `${init}`, '-a', ...env, 'bash', '-c', script], { cwd: '/' })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    // A script that reads nothing may have ended already.
    child.stdin.on('error', () => {}).end(input)
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${out.slice(-2000)}`)
    return out
  }

  return {
    release,
    run,
    /** Gives it the files of an archive (tar), as a folder. */
    put(archive: Buffer, path: string) {
      mkdirSync(join(root, path), { recursive: true })
      execFileSync('tar', ['-x', '-C', join(root, path)], { input: archive })
    },
    remove,
  }
}

function requirePrograms() {
  if (process.getuid?.() !== 0) throw new Error('needs root, as it boots a Debian of its own')
  const missing = programs.filter((name) => globSync(`/usr/{bin,sbin}/${name}`).length === 0)
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing; Debian has them: apt-get install ${packages}`)
}

/** Release and mirror that this machine itself is installed from. */
function findMirror() {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  const format = '$(RELEASE) $(REPO_URI)'
  const lines = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages', 'Component: main'])
  const mirror = lines
    .toString()
    .split('\n')
    .map((line) => line.split(' '))
    .find(([name]) => name === release)?.[1]
  if (!release || !mirror) throw new Error('the packages of this machine do not come from a release of Debian')
  return { release, mirror }
}

/** npm reaches the same registry there; who may is said by lines of its own in the user's file. */
function handInNpm(root: string) {
  const get = (name: string) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
    return /^(null|undefined)?$/.test(value) ? undefined : value
  }
  const lines = npmSettings.flatMap((name) => {
    const value = get(name)
    return value ? [`${name}=${value}`] : []
  })
  const authorities = get('cafile') ?? process.env.NODE_EXTRA_CA_CERTS
  if (authorities) {
    cpSync(authorities, join(root, 'root/authorities.pem'), { dereference: true })
    lines.push('cafile=/root/authorities.pem')
  }
  const own = get('userconfig') ?? ''
  if (existsSync(own))
    lines.push(
      ...readFileSync(own, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('//')),
    )
  writeFileSync(join(root, 'root/.npmrc'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** The systemd that nspawn has booted; the first that it starts is not yet it. */
async function initOf(nspawn: number): Promise<number> {
  for (let n = 0; n < 600; n++) {
    const [init] = childrenOf(nspawn)
    const asked = ['-t', `${init}`, '-a', 'systemctl', 'is-system-running']
    const answer = init && spawnSync('nsenter', asked, { encoding: 'utf8' }).stdout
    if (init && answer && /running|degraded/.test(answer)) return init
    await wait(200)
  }
  throw new Error('Debian does not boot')
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

const runs = (pid: number) => existsSync(`/proc/${pid}`)
