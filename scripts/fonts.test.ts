import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openFont } from './font-metrics.ts'
import { letters, makeFonts } from './fonts.ts'

test('the two font files are at most 60 kB together and have every letter the shop writes', async () => {
  await makeFonts()
  const files = await Promise.all(['serif', 'sans'].map((name) => readFile(`app/styles/fonts/${name}.woff2`)))
  expect(files.reduce((sum, file) => sum + file.length, 0)).toBeLessThanOrEqual(60_000)
  for (const file of files) {
    const font = openFont(file)
    expect([...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([])
  }
})

test('each font has fallbacks that take the same room: one of computers and iPhones, one of Android', async () => {
  await makeFonts()
  const css = await readFile('app/styles/fonts.css', 'utf8')
  for (const family of ['Butik Serif', 'Butik Sans'])
    for (const name of [family, `${family} Fallback`, `${family} Android`])
      expect(css).toContain(`font-family: "${name}";`)
  const adjusted = [...css.matchAll(/size-adjust: ([\d.]+)%/g)].map((match) => Number(match[1]))
  expect(adjusted).toHaveLength(4)
  // Noto Serif is wide.
  for (const percent of adjusted) expect(percent).toBeGreaterThan(84)
  for (const percent of adjusted) expect(percent).toBeLessThan(115)
})

test('wherever ours are named, both fallbacks follow; until then they stand first', async () => {
  const [base, tokens] = await Promise.all(['base', 'tokens'].map((name) => readFile(`app/styles/${name}.css`, 'utf8')))
  const named = (css = '') =>
    [...css.matchAll(/--font-(?:display|sans): (("Butik [A-Za-z ]+"(?:, )?)+)/g)].map((match) => match[1])
  const fallbacks = ['Serif', 'Sans'].map((kind) => `"Butik ${kind} Fallback", "Butik ${kind} Android", `)
  expect(named(tokens)).toEqual(fallbacks)
  const whole = ['Serif', 'Sans'].map((kind, n) => `"Butik ${kind}", ${fallbacks[n]}`)
  expect(named(base)).toEqual([...whole, ...whole])
})
