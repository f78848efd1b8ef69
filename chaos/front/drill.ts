import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificate } from '#test/outside/certificate.ts'
import { startNginx } from '#test/outside/nginx.ts'
import { checkHttp3 } from './browser.ts'
import { startCaddy } from './caddy.ts'
import { checkFront, openNotes } from './checks.ts'
import { checkEdge } from './edge.ts'
import { checkJourneys } from './journeys.ts'
import { checkNames } from './names.ts'
import { findPrograms } from './programs.ts'
import { host, openShops, type Say } from './shops.ts'

const parts = ['caddy', 'names', 'nginx', 'edge', 'journeys'] as const
type Part = (typeof parts)[number]

/**
 * Tries the servers in front of the shop, with the files of deploy/: Caddy, nginx, and Varnish as a cache. Gives what was wrong.
 */
export async function standInFront(only: string | undefined, say: Say): Promise<string[]> {
  const chosen = parts.filter((part) => only === undefined || part === only)
  if (chosen.length === 0) throw new Error(`there is no ${only}: ${parts.join(', ')}`)
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'butik-front-'))
  // Varnish reads its file as a user of its own.
  chmodSync(folder, 0o755)
  const wrong: string[] = []
  for (const part of chosen) await runPart(part, { programs, folder: join(folder, part), say, wrong })
  if (wrong.length === 0) rmSync(folder, { recursive: true, force: true })
  else say(`logs are in ${folder}`)
  return wrong
}

type Given = { programs: ReturnType<typeof findPrograms>; folder: string; say: Say; wrong: string[] }

async function runPart(part: Part, { programs, folder, say, wrong }: Given): Promise<void> {
  const note = openNotes(say, wrong, part)
  if (part === 'journeys') return checkJourneys(programs.caddy, folder, note)
  const shops = await openShops()
  try {
    if (part === 'names') return await checkNames(programs.caddy, folder, shops, note)
    if (part === 'edge') return await checkEdge(programs, folder, shops, note)
    const front =
      part === 'caddy'
        ? await startCaddy(programs.caddy, { file: 'Caddyfile', folder, host, upstreams: shops.urls })
        : {
            ...(await startNginx(programs.nginx, { folder, upstreams: shops.urls, tls: true })),
            ca: certificate.cert,
          }
    try {
      if (part === 'caddy') await checkHttp3(front, `/urun/${shops.products[0].slug}`, note)
      await checkFront(front, shops, note)
    } finally {
      await front.stop()
    }
  } finally {
    await shops.close()
  }
}
