import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#test/postgres.ts'
import { argumentsFor } from './browser.ts'
import { startCaddy } from './caddy.ts'
import type { Note } from './checks.ts'

/** A handful of the browser's journeys, by the web server instead of past it: their files, and words of their titles. */
const files = ['browse-and-buy', 'account', 'three-d-secure', 'admin/dashboard']
const titles = [
  'a newcomer buys',
  'a forgotten password',
  'asks for its code',
  'giving up at the bank',
  'how the shop is doing',
]

export async function checkJourneys(caddy: string, folder: string, note: Note): Promise<void> {
  const port = await freePort()
  const shop = `http://127.0.0.1:${port}`
  const front = await startCaddy(caddy, { file: 'Caddyfile', folder, host: 'localhost', upstreams: [shop] })
  try {
    for (const [project, http3] of [
      ['phone', false],
      ['desktop', true],
    ] as const) {
      const child = spawn(
        process.execPath,
        [
          'node_modules/@playwright/test/cli.js',
          ...['test', '--project', project, '--no-deps', '--workers', '2'],
          ...['--grep', titles.join('|')],
          ...files.map((name) => `e2e/${name}.spec.ts`),
        ],
        {
          env: {
            ...process.env,
            BUTIK_E2E_PORT: String(port),
            BUTIK_E2E_FRONT: front.url,
            BUTIK_E2E_ARGS: (await argumentsFor(front, { http3 })).join('\n'),
          },
          stdio: 'inherit',
        },
      )
      const [code] = await once(child, 'exit')
      note(`the journeys of a ${project} by ${http3 ? 'HTTP/3' : 'HTTP/2'}`, code === 0, titles.join(', '))
    }
  } finally {
    await front.stop()
  }
}
