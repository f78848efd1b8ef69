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

export type Weaknesses = { grave: string[]; others: string[] }

/** The lines about what is shipped and known to be weak; undefined when the answer is no report: nobody was asked. */
export function weaknesses(answer: string): Weaknesses | undefined {
  const report = Report.safeParse(parsed(answer))
  if (!report.success) return undefined
  const found: Weaknesses = { grave: [], others: [] }
  for (const [name, { severity, via }] of Object.entries(report.data.vulnerabilities)) {
    const lines = via.flatMap((one) =>
      typeof one === 'string' || explained[one.url] ? [] : [`${name} (${severity}): ${one.title} ${one.url}`],
    )
    found[/^(high|critical)$/.test(severity) ? 'grave' : 'others'].push(...lines)
  }
  return found
}

/** Why there is no report, in npm's own words where it has some. */
export function refusal(answer: string): string {
  const said = z.object({ message: z.string() }).safeParse(parsed(answer))
  return said.success ? said.data.message.replace(/ - .*/, '') : 'no answer'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `insist`: not to have been asked is a failure too. */
function tell(answer: string, insist: boolean): boolean {
  const found = weaknesses(answer)
  if (!found) {
    console.warn(
      `known weaknesses were NOT looked for: the registry could not be asked (${refusal(answer)}); run npm run audit where it can`,
    )
    return !insist
  }
  if (found.others.length > 0) console.warn(`known weaknesses of less weight:\n  ${found.others.join('\n  ')}`)
  if (found.grave.length > 0) console.error(`known weaknesses in what is shipped:\n  ${found.grave.join('\n  ')}`)
  return found.grave.length === 0
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json', '--loglevel', 'silent'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (!tell(stdout ?? '', process.argv.includes('--insist'))) process.exit(1)
}
