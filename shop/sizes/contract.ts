import { z } from 'zod'
import { numberOrText } from '../fields/contract.ts'
import { type Measure, measures, mostPlaces, mostSizes, wrongMeasure } from './measures.ts'

const cm = (measure: Measure) => {
  const wrong = wrongMeasure(measure)
  const { least, most } = measures[measure]
  return numberOrText(z.number(wrong).int(wrong).min(least, wrong).max(most, wrong))
    .nullish()
    .transform((value) => value ?? null)
}

const Sizes = z
  .array(z.string('Beden geçersiz').trim().min(1, 'Beden geçersiz').max(20, 'Beden geçersiz'), 'Bedenler geçersiz')
  .max(mostSizes, `Bir yerde en çok ${mostSizes} beden seçebilirsiniz`)

/** A shopper's sizes and measures; those that are left out are forgotten. */
export const OwnSizes = z.object({
  sizes: z
    .record(z.string().regex(/^[a-z0-9-]{1,80}$/, 'Bedenler geçersiz'), Sizes, 'Bedenler geçersiz')
    .refine((sizes) => Object.keys(sizes).length <= mostPlaces, `En çok ${mostPlaces} yer için beden seçebilirsiniz`),
  body: z
    .object({ bust: cm('bust'), waist: cm('waist'), hips: cm('hips'), height: cm('height') }, 'Ölçüler geçersiz')
    .default({ bust: null, waist: null, hips: null, height: null }),
})
export type OwnSizes = z.infer<typeof OwnSizes>
