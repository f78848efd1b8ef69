import { z } from 'zod'
import { oneLine } from '../../one-line.ts'

/** Words in one line of at most so many letters. */
export const lineOf = (most: number, missing: string) =>
  z
    .string(missing)
    .transform((text) => oneLine(text).trim())
    .pipe(z.string().min(1, missing).max(most, `En çok ${most} karakter yazabilirsiniz`))

/** A path of the shop. */
export const PathTo = z
  .string('Bağlantı gerekli')
  .trim()
  .max(300, 'Bağlantı en çok 300 karakter olabilir')
  .regex(/^\/(?![/\\])[^\s\\<>"]*$/, 'Mağazanızdaki bir sayfa seçin; bağlantı / ile başlar, örneğin /elbise')

/** A path of the shop, or another place on the web. */
export const LinkTo = z
  .string('Bağlantı gerekli')
  .trim()
  .max(300, 'Bağlantı en çok 300 karakter olabilir')
  .regex(
    /^(\/(?![/\\])[^\s\\<>"]*|https:\/\/[^\s\\<>"/]+\.[^\s\\<>"]+)$/,
    'Bağlantı / ya da https:// ile başlamalı; örneğin /elbise',
  )
