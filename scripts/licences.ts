import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'

/** May be shipped with the shop; a file of MPL or a library of LGPL is used as it comes. */
const allowed = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['Unlicense', 'Zlib', 'CC0-1.0', 'CC-BY-4.0', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later'],
])

/** Packages that do not say their licence where npm looks; read by a human. */
const read: Record<string, string> = { 'png-js': 'MIT, in its file LICENSE' }

const Licence = z.object({
  license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  expression: z.string().optional(),
})
const Component = z.object({ name: z.string(), version: z.string(), licenses: z.array(Licence).default([]) })
const Sbom = z.object({ components: z.array(Component) })

/** Which packages may not be shipped, and why: each must have a licence of the list, or offer one to choose. */
export function refusedLicences(components: z.input<typeof Component>[]): string[] {
  return components.flatMap((component) => {
    const { name, version, licenses } = Component.parse(component)
    if (read[name]) return []
    const said = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '')
    if (said.length === 0) return [`${name}@${version} names no licence`]
    return said.every(isAllowed) ? [] : [`${name}@${version} is under ${said.join(', ')}`]
  })
}

function isAllowed(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))
}

/** npm's own list of what is shipped, in CycloneDX; made from node_modules, without the network. */
function readSbom(): string {
  // npm itself may be a script; the shell finds it as the owner's does.
  return execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--loglevel', 'error'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

if (import.meta.main) {
  const sbom = readSbom()
  const { components } = Sbom.parse(JSON.parse(sbom))
  const refused = refusedLicences(components)
  if (process.argv.includes('--write')) {
    writeFileSync('sbom.json', sbom)
    console.log(`sbom.json: ${components.length} packages`)
  }
  if (refused.length > 0) {
    console.error(`licences that are not on the list of scripts/licences.ts:\n  ${refused.join('\n  ')}`)
    process.exit(1)
  }
}
