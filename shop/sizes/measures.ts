/** The measures of a body that a shopper may tell, in cm. Pure, for her form and the contract alike. */
export const measures = {
  bust: { name: 'Göğüs', least: 60, most: 180 },
  waist: { name: 'Bel', least: 45, most: 180 },
  hips: { name: 'Basen', least: 60, most: 190 },
  height: { name: 'Boy', least: 120, most: 220 },
} as const

export type Measure = keyof typeof measures
export type Body = Record<Measure, number | null>

export const measureNames = Object.keys(measures) as Measure[]

/** The error message for a number outside a measure's range. */
export function wrongMeasure(measure: Measure): string {
  const { name, least, most } = measures[measure]
  return `${name} ${least} ile ${most} cm arasında bir tam sayı olmalı`
}

/** Reads a form field: null when it is blank, undefined when it is no such measure. */
export function readMeasure(measure: Measure, text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const cm = /^\d{2,3}$/.test(plain) ? Number(plain) : 0
  return cm >= measures[measure].least && cm <= measures[measure].most ? cm : undefined
}

/** The most areas or categories that she may choose sizes for, and the most sizes for each. */
export const mostPlaces = 12
export const mostSizes = 3
