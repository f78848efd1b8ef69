import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from '#test/postgres.ts'
import type { Front } from './client.ts'
import { startServer } from './programs.ts'

/** Settings that differ from an owner's: ports, and a local authority instead of one in the net. */
const here = (clear: number, port: number) => `
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${clear}
	https_port ${port}
`

type Options = {
  file: 'Caddyfile' | 'Caddyfile.panel'
  folder: string
  host: string
  upstreams: string[]
  asked?: string
}

/** Starts Caddy with a file of deploy/. */
export async function startCaddy(
  program: string,
  { file, folder, host, upstreams, asked = '' }: Options,
): Promise<Front & { clear: number }> {
  mkdirSync(folder, { recursive: true })
  const [clear, port] = [await freePort(), await freePort()]
  const text = readFileSync(`deploy/${file}`, 'utf8')
  const path = join(folder, 'Caddyfile')
  const isGlobal = /^\{$/m.test(text)
  writeFileSync(path, isGlobal ? text.replace(/^\{$/m, `{${here(clear, port)}`) : `{${here(clear, port)}}\n${text}`)
  const server = await startServer({
    program,
    args: ['run', '--adapter', 'caddyfile', '--config', path],
    env: {
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SHOP_HOST: host,
      SHOP_UPSTREAM: upstreams.map((url) => new URL(url).host).join(' '),
      ...(asked ? { SHOP_ASKED: new URL(asked).host } : {}),
    },
    log: join(folder, 'caddy.log'),
    port,
  })
  const ca = await rootOf(folder)
  // Names that the file has get their certificates at the start, the others when they are asked for.
  for (let n = 0; host && !(await hasCertificate(port, host, ca)); n++) {
    if (n > 200) throw new Error(`Caddy makes no certificate; see ${folder}/caddy.log`)
    await wait(100)
  }
  return { url: `https://${host}:${port}`, clear, ca, stop: server.stop }
}

async function rootOf(folder: string): Promise<string> {
  for (let n = 0; ; n++) {
    try {
      return readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
    } catch (error) {
      if (n > 200) throw error
      await wait(50)
    }
  }
}

/** Whether a handshake with this name succeeds, with a certificate of it. */
export function hasCertificate(port: number, servername: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, ca, timeout: 20_000 }, () => end(socket.authorized))
    const end = (has: boolean) => {
      socket.destroy()
      resolve(has)
    }
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
