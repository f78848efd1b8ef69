import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'

/** Fails when a document names a file, a folder or a test of the project that is not there. */
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
if (missing.length > 0) {
  console.error(`documents name what is not there:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
