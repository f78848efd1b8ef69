import { once } from 'node:events'
import { request } from 'node:http'
import { clientOf } from '#test/process.ts'
import { get } from '../visitor.ts'
import { hasCertificate, startCaddy } from './caddy.ts'
import type { Note } from './checks.ts'
import { host, type Shops } from './shops.ts'

/** Only the name that the owner typed in the panel gets a certificate, from then on. */
export async function checkNames(caddy: string, folder: string, shops: Shops, note: Note): Promise<void> {
  const shop = await shops.startNameless()
  const front = await startCaddy(caddy, {
    file: 'Caddyfile.panel',
    folder,
    host: '',
    upstreams: [shop.url],
    asked: shop.url,
  })
  const port = Number(new URL(front.url.replace('//:', '//localhost:')).port)
  const issued = (name: string) => hasCertificate(port, name, front.ca)
  const clear = `http://127.0.0.1:${front.clear}`
  try {
    note(
      'before there is a name, the address of the machine opens the shop',
      (await get(`${clear}/bilgi`)).status === 200,
    )
    note('and nobody gets a certificate', !(await issued(host)), host)
    const answer = await clientOf(shop.url)('PUT', '/admin/setup/domain', {
      token: shops.admin,
      body: { domain: host },
    })
    const names = [host, `www.${host}`, `baska.${host}`, 'baska.example', 'localhost']
    const got = await Promise.all(names.map(async (name) => [name, await issued(name)] as const))
    note(
      'the name that the owner typed gets one, and no other',
      got.filter(([, has]) => has).join() === `${host},true,www.${host},true`,
      { panel: answer.status, ...Object.fromEntries(got) },
    )
    const moved = await locationOf(front.clear, '/bilgi?a=1')
    note('a name is sent on to TLS', moved === `https://${host}/bilgi?a=1`, moved)
    const statuses = [await get(`${clear}/metrics`), await get(`${clear}/internal/domain?domain=${host}`)].map(
      ({ status }) => status,
    )
    note('metrics and names are not shown in the clear', statuses.join() === '404,404', statuses)
  } finally {
    await front.stop()
  }
}

async function locationOf(port: number, path: string): Promise<string> {
  const call = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
  const [answer] = await once(call, 'response')
  answer.resume()
  return `${answer.headers.location}`
}
