import { randomBytes } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { maxPixels, sharp } from '../media/decoders.ts'
import { checkApplicationFile, fileTooLarge, maxFileBytes, wrongFileType } from './checks.ts'

/** A file as it came: what it calls itself, and its bytes. */
export type Upload = { name: string; bytes: Uint8Array }

export type Attachment = { fileName: string; fileType: string; fileKey: string }

type FileKind = 'pdf' | 'jpg' | 'png'

const types: Record<FileKind, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

/**
 * Keeps a file that somebody sent with a message, under a name that cannot be guessed and that no public address
 * serves. Its first bytes and, for a picture, its decoder decide what it is; its name must agree.
 */
export async function keepAttachment(ctx: Ctx, upload: Upload): Promise<Attachment> {
  const fileName = plainName(upload.name)
  const wrong = checkApplicationFile({ name: fileName, size: upload.bytes.length })
  if (wrong === fileTooLarge)
    throw new ShopError('PAYLOAD_TOO_LARGE', fileTooLarge, { fields: { file: [fileTooLarge] } })
  const kind = kindOf(upload.bytes)
  if (wrong || !kind || kind !== kindOfName(fileName)) throw refused(wrongFileType)
  const bytes = kind === 'pdf' ? upload.bytes : await redrawn(upload.bytes, kind)
  const fileKey = `private-${randomBytes(16).toString('hex')}.${kind}`
  await ctx.files.put(fileKey, bytes, types[kind])
  return { fileName, fileType: types[kind], fileKey }
}

function kindOf(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  return head === '\x89PNG\r\n\x1a\n' ? 'png' : undefined
}

function kindOfName(name: string): FileKind {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return end === 'pdf' || end === 'png' ? end : 'jpg'
}

/** Decoded and encoded anew: what a camera or an attacker hid in the file stays behind. */
async function redrawn(bytes: Uint8Array, kind: 'jpg' | 'png'): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
  try {
    const drawn = await (kind === 'jpg' ? picture.jpeg({ quality: 90 }) : picture.png()).toBuffer()
    // A photograph sent as PNG may grow; it was small enough as it came, so a JPEG's worth more is not refused.
    if (drawn.length > maxFileBytes * 4) throw new Error('grew too large')
    return drawn
  } catch (error) {
    throw refused('Resim dosyası okunamadı, bozuk olabilir; başka bir dosya deneyin', error)
  }
}

/** A name to show and to save under: no folders, no control characters, not endless. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '').trim()
  return clean.length > 120 ? `${clean.slice(0, 100)}${clean.slice(clean.lastIndexOf('.')).slice(0, 8)}` : clean
}

function refused(sentence: string, cause?: unknown): ShopError {
  const error = invalid({ file: [sentence] })
  if (cause) error.cause = cause
  return error
}
