import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#test/postgres.ts'
import { startServer } from './programs.ts'

type Programs = { varnishd: string; varnishstat: string }

/** Starts Varnish with deploy/varnish.vcl before two processes of the shop. */
export async function startVarnish({ varnishd, varnishstat }: Programs, folder: string, upstreams: string[]) {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const path = join(folder, 'varnish.vcl')
  const text = readFileSync('deploy/varnish.vcl', 'utf8')
  writeFileSync(
    path,
    upstreams.reduce((all, url, n) => all.replace(`"300${n + 1}"`, `"${new URL(url).port}"`), text),
  )
  const work = join(folder, 'work')
  const args = [
    '-F',
    '-f',
    path,
    '-a',
    `127.0.0.1:${port}`,
    '-s',
    'malloc,64m',
    '-p',
    'http_gzip_support=off',
    '-n',
    work,
  ]
  const server = await startServer({ program: varnishd, args, log: join(folder, 'varnish.log'), port })
  return {
    url: `http://127.0.0.1:${port}`,
    /** Its own counts since the start. */
    counts() {
      const said = JSON.parse(execFileSync(varnishstat, ['-n', work, '-1', '-j'], { encoding: 'utf8' }))
      const of = (name: string) => Number((said.counters ?? said)[`MAIN.${name}`]?.value ?? 0)
      return { hits: of('cache_hit'), misses: of('cache_miss'), passed: of('s_pass'), unchanged: of('fetch_304') }
    },
    stop: server.stop,
  }
}

export type Varnish = Awaited<ReturnType<typeof startVarnish>>
