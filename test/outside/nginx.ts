import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findOrInstall } from '../../scripts/debian.ts'
import { freePort } from '../postgres.ts'

/** Returns nginx's path; undefined where it is not installed and cannot be. */
export function findNginx(): string | undefined {
  return findOrInstall('nginx-light', ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'])
}

export type Front = { url: string; stop(): Promise<void> }

/** Starts a real nginx before several processes of the shop, as an operator would; its files are in `folder`. */
export function startNginx(program: string, folder: string, upstreams: string[]): Promise<Front> {
  return startNginxWith(program, folder, (port) => sitesOf(port, upstreams))
}

/** The same with sites of one's own. */
export async function startNginxWith(program: string, folder: string, sites: (port: number) => string): Promise<Front> {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, configOf(folder, sites(port)))
  const child = spawn(program, ['-e', join(folder, 'error.log'), '-c', path], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let n = 0; !(await answers(port)); n++) {
    if (n > 200 || child.exitCode !== null) throw new Error(`nginx does not start; see ${folder}/error.log`)
    await wait(50)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function configOf(folder: string, sites: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${sites}
}
`
}

function sitesOf(port: number, upstreams: string[]): string {
  const servers = upstreams.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n    ')
  // Only reads are retried elsewhere: a purchase may have been made already.
  return `
  upstream shop {
    ${servers}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout http_502 http_503;
    }
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
