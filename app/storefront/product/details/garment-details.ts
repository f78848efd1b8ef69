import { careOf, fitNotes, fits, type Measurements, readMeasurements } from '#shop/catalog/garment.ts'
import type { Product } from '#shop/catalog/products.ts'

/** The owner's facts about a garment, in words; what she left out is absent. */
export type GarmentDetails = {
  fabric?: string
  /** `key` names the drawing. */
  care?: { key: string; name: string }[]
  /** `step` of five, from tight (0) to loose (4). */
  fit?: { name: string; step: number }
  measurements?: Measurements
  modelLine?: string
  /** How its size turned out for others. */
  fitNote?: string
}

/** Read on the server: the page carries words and needs no table of keys. */
export function garmentDetails(product: Product): GarmentDetails {
  const { fabric, care, fit, measurements, modelLine, fitNote } = product
  const step = fits.findIndex(({ key }) => key === fit)
  const symbols = careOf(care ?? '').map(({ key, name }) => ({ key, name }))
  return {
    ...(fabric && { fabric }),
    ...(symbols.length > 0 && { care: symbols }),
    ...(fits[step] && { fit: { name: fits[step].name, step } }),
    ...(measurements && { measurements: measurementsOf(measurements, product) }),
    ...(modelLine && { modelLine }),
    ...(fitNote && { fitNote: fitNotes[fitNote] }),
  }
}

/** In the order of the sizes on sale; those that are not sold any more are left out. */
function measurementsOf(text: string, { variants }: Product): Measurements {
  const { names, rows } = readMeasurements(text)
  const sizes = [...new Set(variants.map(({ size }) => size))]
  return { names, rows: sizes.flatMap((size) => rows.find((row) => row.size === size) ?? []) }
}
