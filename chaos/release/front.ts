import { findNginx, startNginx } from '#test/outside/nginx.ts'

/** nginx as deploy/nginx.conf has it, before two processes, without TLS. */
export function startFront(folder: string, upstreams: string[]) {
  const program = findNginx()
  if (!program) throw new Error('nginx is missing; Debian has it: apt-get install nginx-light')
  return startNginx(program, { folder, upstreams })
}
