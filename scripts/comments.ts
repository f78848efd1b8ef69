import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Fails when a comment names a file of the project that is not there, or opens as STYLE.md says that none does. */
const wrong: string[] = []
const exclude = ['node_modules/**', 'build/**', 'data/**']
const files = globSync('**/*.{ts,tsx,js,css,md,sql}', { exclude })
const endings = new Set(files.flatMap(endingsOf))
/** 'payments/schema.ts', with at least one folder. */
const paths = /(?<![\w@#./:-])((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|js|css|md|sql))\b/g
/** A block, or lines with two slashes one below the other. */
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g
const openings = /^[\s/*]*(Who|Whoever|What|Whatever|Of|So)\b/

for (const file of files.filter((name) => /\.(tsx?|js|css)$/.test(name)))
  for (const [comment] of readFileSync(file, 'utf8').matchAll(comments)) {
    for (const [, path = ''] of comment.matchAll(paths))
      if (!endings.has(path) && !existsSync(join(dirname(file), path))) wrong.push(`${file}: ${path} is not there`)
    if (openings.test(comment)) wrong.push(`${file}: ${comment.replace(/\s+/g, ' ').slice(0, 80)}`)
  }

/** Comments may leave out the first folders: 'schema.ts', 'payments/schema.ts', 'shop/payments/schema.ts'. */
function endingsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, n) => parts.slice(n).join('/'))
}

if (wrong.length > 0) {
  console.error(`comments name what is not there, or open with Who, What, Of or So:\n  ${wrong.join('\n  ')}`)
  process.exit(1)
}
