import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { settingGroups } from '../server/setting-list.ts'
import { about } from '../shop/setting.ts'

/** Fails when docs/settings.md is not what server/setting-list.ts says; --write renews it. */
const path = 'docs/settings.md'

const Type = z.object({
  type: z.string(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.union([z.string(), z.number()]).optional(),
})
type Type = z.infer<typeof Type>

function wordsOf(type: Type): string {
  const { minimum, maximum, minLength, maxLength } = type
  if (type.enum) return type.enum.map((value) => `\`${value}\``).join(', ')
  if (type.type === 'integer') return `${minimum} to ${maximum}`
  if (type.type === 'number') return 'a number above 0'
  if (type.format === 'uri') return 'URL'
  if (type.format === 'email') return 'e-mail address'
  const bounds = [minLength && `at least ${minLength}`, maxLength && `at most ${maxLength}`].filter(Boolean).join(', ')
  return bounds ? `text, ${bounds} characters` : 'text'
}

function rowOf([name, schema]: [string, z.ZodType]): string {
  const type = Type.parse(z.toJSONSchema(schema))
  const { meaning, secret, default: computed } = about.get(schema) ?? { meaning: '' }
  const standard = computed ?? (type.default === undefined ? '–' : `\`${type.default}\``)
  return `| \`${name}\` | ${wordsOf(type)} | ${standard} | ${meaning}${secret ? ' **(secret)**' : ''} |`
}

const groups = Object.entries(settingGroups).filter(([, group]) => Object.keys(group).length > 0)
const tables = groups.map(([title, group]) =>
  [
    `## ${title}`,
    '',
    '| Setting | Type | Default | Meaning |',
    '|---|---|---|---|',
    ...Object.entries(group).map(rowOf),
  ].join('\n'),
)
const text = `# Settings

From the environment or a file \`.env\`. A wrong one stops the start with a line that names it. This page is made from
\`server/setting-list.ts\` by \`npx node scripts/settings.ts --write\`.

${tables.join('\n\n')}
`

if (process.argv.includes('--write')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${path} is not what server/setting-list.ts says; run npx node scripts/settings.ts --write`)
  process.exit(1)
}
