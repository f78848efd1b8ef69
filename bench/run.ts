import { measureLargeShop } from './admin.ts'
import { measureCheckout } from './buying/checkout.ts'
import { measureRush } from './buying/rush.ts'
import { measureChange } from './change.ts'
import { measureCold } from './cold.ts'
import { modelDrop } from './drop/drop.ts'
import { measureInteraction } from './interaction/interaction.ts'
import { askLighthouse } from './lighthouse.ts'
import { compareWithLimit } from './limit.ts'
import { measureMemory } from './memory.ts'
import { startShop, stopShop } from './processes.ts'
import { measureScale } from './scale.ts'

/**
 * `npm run bench` measures limit, lighthouse, admin and interaction; `npm run bench -- limit` one of them.
 * `-- change`, `-- checkout`, `-- rush`, `-- cold`, `-- drop`, `-- memory` and `-- scale` run only when named. Exits 1 when a floor is missed.
 */
const ofDemo = { limit: compareWithLimit, lighthouse: askLighthouse }
const asked = process.argv.slice(2)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

async function run(name: string, measure: () => Promise<boolean>) {
  if (!isAsked(name) || (await measure())) return
  console.error(`${name}: a floor is missed`)
  process.exitCode = 1
}

if (Object.keys(ofDemo).some(isAsked)) {
  const shop = await startShop()
  try {
    for (const [name, measure] of Object.entries(ofDemo)) await run(name, () => measure(shop))
  } finally {
    await stopShop(shop)
  }
}
await run('admin', measureLargeShop)
await run('interaction', measureInteraction)
// They need a PostgreSQL: only when asked for.
if (asked.includes('checkout')) await run('checkout', measureCheckout)
if (asked.includes('rush')) await run('rush', measureRush)
if (asked.includes('drop')) await run('drop', () => modelDrop(asked))
if (asked.includes('memory')) await run('memory', () => measureMemory(asked))
if (asked.includes('change')) await run('change', () => measureChange(asked))
if (asked.includes('cold')) await run('cold', () => measureCold(asked))
// Takes its time and its gigabytes: only when asked for.
if (asked.includes('scale')) await run('scale', () => measureScale(asked))
