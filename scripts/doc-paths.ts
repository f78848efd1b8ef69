import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Fails when a document names a file, a folder or a test of the project that is not there, or a comment a file in a folder. */
const missing: string[] = []
const folders = readdirSync('.', { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && /^(?!node_modules|build|data)\w+$/.test(entry.name),
)
const inBackticks = new RegExp(
  `\`((?:${folders.map(({ name }) => name).join('|')})/[\\w./-]*|(?:main|env)\\.ts)\``,
  'g',
)
for (const doc of [...globSync('*.md'), ...globSync('docs/**/*.md')]) {
  const text = readFileSync(doc, 'utf8')
  const named = [...text.matchAll(inBackticks), ...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
  for (const [, path = ''] of named) {
    // NNNN stands for a number to choose.
    if (path.includes('NNNN')) continue
    const beside = `${doc.replace(/[^/]*$/, '')}${path}`
    if (!existsSync(path) && !existsSync(beside)) missing.push(`${doc}: ${path}`)
  }
  // `file`: name of a test, up to the next one or the end of its cell.
  for (const [, file = '', name = ''] of text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+?)(?= · | \|)/g))
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes(name)) missing.push(`${doc}: ${file}: ${name}`)
}
const files = [...globSync('*.*'), ...folders.flatMap(({ name }) => globSync(`${name}/**/*.*`))]
const endings = new Set(files.flatMap(endingsOf))
const inComments = /(?<![\w@#./:-])((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|js|css|md|sql))\b/g
for (const file of files.filter((name) => /\.(tsx?|js|css)$/.test(name))) {
  const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g) ?? []
  for (const [, path = ''] of comments.join('\n').matchAll(inComments))
    if (!endings.has(path) && !existsSync(join(dirname(file), path))) missing.push(`${file}: ${path}`)
}

/** Comments may leave out the first folders: 'schema.ts', 'payments/schema.ts', 'shop/payments/schema.ts'. */
function endingsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, n) => parts.slice(n).join('/'))
}

if (missing.length > 0) {
  console.error(`documents and comments name what is not there:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
