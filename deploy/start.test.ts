import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a process is told of its memory: glibc's variables and V8's flags. */
const memoryOf = (text: string) =>
  [...text.matchAll(/\bMALLOC_\w+=\w+|--max-semi-space-size=\d+/g)].map(([word]) => word)

test('the service and the image start the shop with the memory of npm start', () => {
  const ofNpm = memoryOf(JSON.parse(readFileSync('package.json', 'utf8')).scripts.start)
  expect(ofNpm).not.toEqual([])
  for (const file of ['butik@.service', 'Dockerfile'])
    expect([file, memoryOf(readFileSync(`deploy/${file}`, 'utf8'))]).toEqual([file, ofNpm])
})
