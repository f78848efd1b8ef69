import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { freePort } from '#test/postgres.ts'

const servers = ['account', 'container', 'object'] as const
const programs = [
  'swift-proxy-server',
  'swift-ring-builder',
  'memcached',
  'faketime',
  ...servers.map((name) => `swift-${name}-server`),
]
const packages = 'swift-proxy swift-account swift-container swift-object memcached faketime'

/** Debian's OpenStack Swift with its S3 interface, which checks signatures: a store that nobody here wrote. */
export async function startSwift() {
  const missing = programs.filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing; Debian has them: apt-get install ${packages}`)
  const folder = mkdtempSync(join(tmpdir(), 'butik-swift-'))
  const user = execFileSync('/usr/bin/id', ['-un'], { encoding: 'utf8' }).trim()
  const [port, memory] = [await freePort(), await freePort()]
  const started: ReturnType<typeof spawn>[] = []
  const start = (program: string, args: string[]) => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    started.push(spawn(program, args, { stdio: ['ignore', log, log] }))
  }
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = deneme\n')
  mkdirSync(join(folder, 'node', 'd1'), { recursive: true })
  const common = (bind: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${bind}\nworkers = 0\nuser = ${user}\nswift_dir = ${folder}\nlog_level = WARNING\n`
  const ports: number[] = [port, memory]
  for (const name of servers) {
    const own = await freePort()
    ports.push(own)
    ring(folder, name, own)
    const config = join(folder, `${name}.conf`)
    writeFileSync(
      config,
      `${common(own)}devices = ${folder}/node\nmount_check = false\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
    start(`swift-${name}-server`, [config])
  }
  start('memcached', ['-l', '127.0.0.1', '-p', String(memory), '-u', user])
  const proxy = join(folder, 'proxy.conf')
  writeFileSync(proxy, common(port) + proxyConfig(memory))
  start('swift-proxy-server', [proxy])
  const close = async () => {
    for (const program of started) program.kill('SIGTERM')
    await wait(1000)
    for (const program of started) program.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const one of ports) await listening(one)
  } catch (error) {
    await close()
    throw error
  }
  const endpoint = `http://127.0.0.1:${port}`
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'shop:owner',
    S3_SECRET_ACCESS_KEY: 'gizli',
  }
  const owner = new AwsClient({
    accessKeyId: 'shop:owner',
    secretAccessKey: 'gizli',
    region: 'us-east-1',
    service: 's3',
  })
  return {
    settings,
    async makeBucket(name: string) {
      const { ok, status } = await owner.fetch(`${endpoint}/${name}`, { method: 'PUT' })
      if (!ok) throw new Error(`Swift makes no bucket: ${status}`)
      return { ...settings, S3_BUCKET: name }
    },
    /** The list of its files, as Swift sends it. */
    async list(name: string): Promise<string> {
      return (await owner.fetch(`${endpoint}/${name}?list-type=2`)).text()
    },
    removeBucket: async (name: string) => (await owner.fetch(`${endpoint}/${name}`, { method: 'DELETE' })).status,
    close,
  }
}

function ring(folder: string, name: string, port: number): void {
  const builder = (...args: string[]) =>
    execFileSync('/usr/bin/swift-ring-builder', [join(folder, `${name}.builder`), ...args], { stdio: 'pipe' })
  builder('create', '2', '1', '1')
  builder('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  builder('rebalance')
}

function proxyConfig(memory: number): string {
  const filters = ['healthcheck', 'bulk', 'slo', 's3api']
  return `[pipeline:main]
pipeline = healthcheck cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:tempauth]
use = egg:swift#tempauth
user_shop_owner = gizli .admin
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`
}

async function listening(port: number): Promise<void> {
  for (let n = 0; n < 900; n++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
    if (open) return
    await wait(100)
  }
  throw new Error('a part of Swift does not start')
}
