import { existsSync, globSync, readFileSync } from 'node:fs'

/** Fails when a document names a file or folder of the project that is not there. */
const missing: string[] = []
for (const doc of [...globSync('*.md'), ...globSync('docs/**/*.md')]) {
  const text = readFileSync(doc, 'utf8')
  const named = [
    ...text.matchAll(
      /`((?:app|api|shop|db|web|backup|doctor|deploy|test|e2e|bench|scripts|demo|docs)\/[\w./-]*|(?:main|server|env|open-shop)\.ts)`/g,
    ),
    ...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g),
  ]
  for (const [, path = ''] of named) {
    // NNNN stands for a number to choose.
    if (path.includes('NNNN')) continue
    const beside = `${doc.replace(/[^/]*$/, '')}${path}`
    if (!existsSync(path) && !existsSync(beside)) missing.push(`${doc}: ${path}`)
  }
}
if (missing.length > 0) {
  console.error(`documents name what is not there:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
