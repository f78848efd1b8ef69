import { askLighthouse } from './lighthouse.ts'
import { compareWithLimit } from './limit.ts'
import { startShop } from './processes.ts'

/** `npm run bench` measures all; `npm run bench -- limit` or `-- lighthouse` one of them. Exits 1 when a floor is missed. */
const measures = { limit: compareWithLimit, lighthouse: askLighthouse }
const asked = process.argv.slice(2)
const shop = await startShop()
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    if (!(await measure())) {
      console.error(`${name}: a floor is missed`)
      process.exitCode = 1
    }
  }
} finally {
  shop.kill('SIGTERM')
}
