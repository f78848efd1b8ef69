import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const packages = 'caddy nginx-light varnish'

/** Where the web servers are; what is missing is not installed, but said. */
export function findPrograms() {
  const [caddy = '', nginx = '', varnishd = '', varnishstat = ''] = ['caddy', 'nginx', 'varnishd', 'varnishstat'].map(
    (name) => globSync(`{/usr/local/bin,/usr/bin,/usr/sbin}/${name}`)[0],
  )
  const missing = Object.entries({ caddy, nginx, varnishd }).filter(([, path]) => !path)
  if (missing.length > 0)
    throw new Error(`${missing.map(([name]) => name).join(', ')} missing; Debian has them: apt-get install ${packages}`)
  return { caddy, nginx, varnishd, varnishstat }
}

type Command = { program: string; args: string[]; env?: Record<string, string>; log: string; port: number }

/** Starts a web server and waits until it takes connections. */
export async function startServer({ program, args, env = {}, log, port }: Command) {
  const out = openSync(log, 'a')
  const child = spawn(program, args, {
    env: { PATH: '/usr/bin:/bin:/usr/sbin', HOME: '/tmp', ...env },
    stdio: ['ignore', out, out],
  })
  const ended = once(child, 'exit')
  for (let n = 0; !(await takesConnections(port)); n++) {
    if (n > 200 || child.exitCode !== null) throw new Error(`${program} does not start; see ${log}`)
    await wait(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
