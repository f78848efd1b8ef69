import { readFileSync } from 'node:fs'
import { findNginx, startNginxWith } from '#test/outside/nginx.ts'

/** nginx as deploy/nginx.conf has it, before two processes, without TLS. */
export function startFront(folder: string, upstreams: string[]) {
  const program = findNginx()
  if (!program) throw new Error('nginx is missing; Debian has it: apt-get install nginx-light')
  return startNginxWith(program, folder, (port) => configOf(port, upstreams))
}

function configOf(port: number, upstreams: string[]): string {
  const servers = upstreams.map((url) => `server ${new URL(url).host} max_fails=0;`).join('\n    ')
  return (
    readFileSync('deploy/nginx.conf', 'utf8')
      .replace(/server \{\n {4}listen 80;.*?\n\}\n/s, '')
      .replace('server 127.0.0.1:3000;', servers)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^ *(listen \[::\]|ssl_).*\n/gm, '')
      // All shoppers of the drill come from one address.
      .replace(/^ *limit_conn .*\n/m, '')
  )
}
