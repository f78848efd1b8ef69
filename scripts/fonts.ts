import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { FontMetrics, SystemFont } from './font-metrics.ts'

const folder = 'app/styles/fonts'
const stylesheet = 'app/styles/fonts.css'

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
/** Every character the shop writes: what Turkish needs, and signs of prices and pages. */
export const letters = `${ascii}ÇĞİÖŞÜçğıöşüÂÎÛâîûéÉ₺©®°·–—‘’“”•…×→←↑↓✓½\u00a0`

/** Kerning, marks, the Turkish i, and figures of equal width; rvrn is required of variable fonts. */
const features = ['kern', 'locl', 'tnum', 'rvrn']

const fonts = [
  {
    name: 'serif',
    family: 'Butik Serif',
    package: 'source-serif',
    file: 'VAR/SourceSerif4Variable-Roman.ttf',
    // The display cut, for titles; body text is set in the sans.
    axes: { opsz: 60, wght: 400 },
    weights: '400',
  },
  {
    name: 'sans',
    family: 'Butik Sans',
    package: 'source-sans',
    file: 'VF/SourceSans3VF-Upright.ttf',
    axes: { wght: { min: 400, max: 600 } },
    weights: '400 600',
  },
] as const

/** Writes the shop's two font files and their stylesheet, unless those of this recipe are there. `beside` is called before it begins. */
export async function makeFonts(beside?: () => void): Promise<void> {
  const mark = `/* Made by scripts/fonts.ts, recipe ${await recipe()} */`
  const files = fonts.map((font) => `${folder}/${font.name}.woff2`)
  const written = await readFile(stylesheet, 'utf8').catch(() => '')
  if (written.startsWith(mark) && files.every((file) => existsSync(file))) return
  beside?.()

  // Loaded on demand: every start of the shop asks, and nearly none makes them.
  const { default: subsetFont } = await import('subset-font')
  const { openFont, readMetrics, systemFonts } = await import('./font-metrics.ts')
  await mkdir(folder, { recursive: true })
  const rules: string[] = [mark]
  for (const font of fonts) {
    const source = await readFile(`node_modules/${font.package}/${font.file}`)
    const options = { keepFeatures: features, variationAxes: font.axes, noHinting: true }
    await write(
      `${folder}/${font.name}.woff2`,
      await subsetFont(source, letters, { ...options, targetFormat: 'woff2' }),
    )
    const metrics = readMetrics(openFont(await subsetFont(source, letters, { ...options, targetFormat: 'truetype' })))
    const { common, android } = systemFonts[font.name]
    rules.push(
      face(font),
      fallbackFace(`${font.family} Fallback`, metrics, common),
      fallbackFace(`${font.family} Android`, metrics, android),
    )
  }
  await write(stylesheet, `${rules.join('\n\n')}\n`)
}

/** Identifies the files that come out: a hash of this recipe and of the fonts it starts from. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [
    'scripts/fonts.ts',
    'scripts/font-metrics.ts',
    ...fonts.map((font) => `node_modules/${font.package}/package.json`),
  ]) {
    hash.update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

function face(font: (typeof fonts)[number]): string {
  return `@font-face {
  font-family: "${font.family}";
  src: url("./fonts/${font.name}.woff2") format("woff2");
  font-weight: ${font.weights};
  font-style: normal;
  font-display: swap;
}`
}

/** A font of the device, stretched to take the same room, so that nothing moves when ours arrives. */
function fallbackFace(family: string, metrics: FontMetrics, { local, letterWidth }: SystemFont): string {
  const adjust = metrics.letterWidth / letterWidth
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`
  return `@font-face {
  font-family: "${family}";
  src: ${local.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(metrics.ascent / adjust)};
  descent-override: ${percent(metrics.descent / adjust)};
  line-gap-override: ${percent(metrics.lineGap / adjust)};
}`
}

/** Whole or not at all: another process may be reading. */
async function write(path: string, content: Buffer | string): Promise<void> {
  const partial = `${path}.${process.pid}`
  await writeFile(partial, content)
  await rename(partial, path)
}

if (import.meta.main) await makeFonts()
