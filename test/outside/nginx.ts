import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findOrInstall } from '../../scripts/debian.ts'
import { freePort } from '../postgres.ts'
import { certificate } from './certificate.ts'

/** Returns nginx's path; undefined where it is not installed and cannot be. */
export function findNginx(): string | undefined {
  return findOrInstall('nginx-light', ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'])
}

export type Front = { url: string; stop(): Promise<void> }

type Options = {
  /** Where its files are. */
  folder: string
  upstreams: string[]
  /** Speaks TLS as at an owner's; without it plain HTTP. */
  tls?: boolean
}

/** Starts a real nginx with deploy/nginx.conf, of which only the addresses and the certificate are others. */
export async function startNginx(program: string, { folder, upstreams, tls = false }: Options): Promise<Front> {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  writeFileSync(join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key)
  writeFileSync(path, aroundSite(folder, siteOf({ folder, upstreams, port, clear: await freePort(), tls })))
  const child = spawn(program, ['-e', join(folder, 'error.log'), '-c', path], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let n = 0; !(await answers(port)); n++) {
    if (n > 200 || child.exitCode !== null) throw new Error(`nginx does not start; see ${folder}/error.log`)
    await wait(50)
  }
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

type Site = Required<Options> & { port: number; clear: number }

function siteOf({ folder, upstreams, port, clear, tls }: Site): string {
  const servers = upstreams.map((url) => `server ${new URL(url).host} max_fails=0;`).join('\n    ')
  const changes: [string | RegExp, string][] = [
    ['server 127.0.0.1:3000;', servers],
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${clear};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`],
    [/\/etc\/letsencrypt.*fullchain\.pem/, join(folder, 'cert.pem')],
    [/\/etc\/letsencrypt.*privkey\.pem/, join(folder, 'key.pem')],
  ]
  return changes.reduce(
    (text, [theirs, ours]) => {
      if (text.replace(theirs, ours) === text) throw new Error(`deploy/nginx.conf has no ${theirs} any more`)
      return text.replace(theirs, ours)
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  )
}

/** The parts of Debian's own nginx.conf that matter to the shop. */
function aroundSite(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 768; }
http {
  access_log off;
  gzip on;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${site}
}
`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
