import { spawnSync } from 'node:child_process'
import { z } from 'zod'

/** Known weaknesses that do not reach the shop: the advisory's address, and why. */
const explained: Record<string, string> = {}

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ url: z.string(), title: z.string() })])),
    }),
  ),
})

/** The lines about what is shipped and known to be weak; undefined when the answer is no report: the network's trouble. */
export function weaknesses(answer: string): string[] | undefined {
  const report = Report.safeParse(parsed(answer))
  if (!report.success) return undefined
  const found = Object.entries(report.data.vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.flatMap((one) =>
      typeof one === 'string' || explained[one.url] ? [] : [`${name} (${severity}): ${one.title} ${one.url}`],
    ),
  )
  return [...new Set(found)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json', '--loglevel', 'silent'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const found = weaknesses(stdout ?? '')
  if (!found) console.warn('the registry could not be asked for known weaknesses; this time they were not looked for')
  else if (found.length > 0) {
    console.error(`known weaknesses in what is shipped:\n  ${found.join('\n  ')}`)
    process.exit(1)
  }
}
