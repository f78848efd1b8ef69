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

/** What is said of a number that is no such measure. */
export function wrongMeasure(measure: Measure): string {
  const { name, least, most } = measures[measure]
  return `${name} ${least} ile ${most} cm arasında bir tam sayı olmalı`
}

/** What a form's text says: null for nothing, undefined for what is no such measure. */
export function readMeasure(measure: Measure, text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const cm = /^\d{2,3}$/.test(plain) ? Number(plain) : 0
  return cm >= measures[measure].least && cm <= measures[measure].most ? cm : undefined
}

/** At how many places she may have a size, and how many of it. */
export const mostPlaces = 12
export const mostSizes = 3
