import { fold } from '../turkish.ts'
import type { Area } from './contract.ts'
import { letterOf } from './sizing/same-sizes.ts'

/** Body measurements in cm for the sizes of a product, and how to take them. */
export type SizeChart = {
  columns: string[]
  rows: { size: string; values: string[] }[]
  tips: { name: string; text: string }[]
}

type Body = { bust: string; waist: string; hip: string; inseam: string }

/** Graded as Turkish makers do: 4 cm a size, more from XL on. */
const letters: Record<string, Body> = {
  XS: { bust: '80–83', waist: '62–65', hip: '88–91', inseam: '76' },
  S: { bust: '84–87', waist: '66–69', hip: '92–95', inseam: '77' },
  M: { bust: '88–91', waist: '70–73', hip: '96–99', inseam: '78' },
  L: { bust: '92–95', waist: '74–77', hip: '100–103', inseam: '79' },
  XL: { bust: '96–100', waist: '78–82', hip: '104–108', inseam: '79' },
  XXL: { bust: '101–106', waist: '83–88', hip: '109–114', inseam: '80' },
  XXXL: { bust: '107–112', waist: '89–94', hip: '115–120', inseam: '80' },
}

const measures: Record<keyof Body, { name: string; text: string }> = {
  bust: { name: 'Göğüs', text: 'Göğsünüzün en dolgun yerinden, mezurayı yere paralel tutarak ölçün.' },
  waist: { name: 'Bel', text: 'Belinizin en ince yerinden, mezurayı sıkmadan ölçün.' },
  hip: { name: 'Basen', text: 'Kalçanızın en geniş yerinden ölçün.' },
  inseam: { name: 'İç boy', text: 'Bacağınızın iç tarafından, kasıktan bileğe kadar ölçün.' },
}

function measuresOf(category: { name: string; area: Area }): (keyof Body)[] {
  if (category.area !== 'alt-giyim') return ['bust', 'waist', 'hip']
  return /pantolon|jean|kot|tayt/.test(fold(category.name)) ? ['waist', 'hip', 'inseam'] : ['waist', 'hip']
}

/** Returns a product's size chart; undefined for sizes that are no body sizes, such as a bag's. */
export function sizeChartOf(category: { name: string; area: Area }, sizes: string[]): SizeChart | undefined {
  if (category.area === 'aksesuar') return undefined
  const shown = measuresOf(category)
  const rows = [...new Set(sizes)].flatMap((size) => {
    const body = letters[letterOf(size) ?? '']
    return body ? { size, values: shown.map((measure) => body[measure]) } : []
  })
  if (rows.length === 0) return undefined
  return { columns: shown.map((one) => measures[one].name), rows, tips: shown.map((one) => measures[one]) }
}
