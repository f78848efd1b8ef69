import { z } from 'zod'
import { seenList, seenText } from '../../fields/contract.ts'
import { oneLine } from '../../one-line.ts'
import { mostPieces } from './limits.ts'

const tooFew = 'Bir kombinde en az 2 ürün olmalı'
const unknown = 'Seçilen ürünlerden biri bulunamadı'

export type NewLook = z.infer<typeof NewLook>
export const NewLook = z.object({
  title: z
    .string('Kombinin adını yazın')
    .overwrite(oneLine)
    .trim()
    .min(1, 'Kombinin adını yazın')
    .max(80, 'Kombinin adı en çok 80 karakter olabilir'),
  /** A picture of the whole; null: the pieces' own stand for it. */
  imageId: z
    .string('Görsel seçin')
    .regex(/^[0-9a-f]{32}$/, 'Görsel bulunamadı; yeniden yükleyin')
    .nullable()
    .default(null),
  productIds: z
    .array(z.uuid(unknown), tooFew)
    .max(mostPieces, `Bir kombinde en çok ${mostPieces} ürün olabilir`)
    .refine((ids) => new Set(ids).size >= 2, tooFew),
})

export type LookChange = z.infer<typeof LookChange>
export const LookChange = NewLook.extend({
  /** The look as it was read: EDIT_CONFLICT when somebody saved it since. */
  seen: z.object({ title: seenText, imageId: seenText.nullable(), productIds: seenList }).optional(),
})

/** All looks, in the order in which they are shown. */
export const LookOrder = z.object({
  ids: z.array(z.uuid('Kombin bulunamadı'), 'Sıra geçersiz').max(500, 'Sıra geçersiz'),
})
