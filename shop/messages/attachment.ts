import { randomBytes } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { maxPixelsOfGuests } from '../media/contract.ts'
import { drawCopy, NotDrawn } from '../media/drawing.ts'
import { checkApplicationFile, fileTooLarge, maxFileBytes, wrongFileType } from './checks.ts'

/** An uploaded file: the name that it claims, and its bytes. */
export type Upload = { name: string; bytes: Uint8Array }

export type Attachment = { fileName: string; fileType: string; fileKey: string }

type FileKind = 'pdf' | 'jpg' | 'png'
const fileKinds: FileKind[] = ['pdf', 'jpg', 'png']

const types: Record<FileKind, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }
export const fileTypes = Object.values(types)

/**
 * Stores a file that was sent with a message, under a random name that no public address serves. Its first bytes and, for a
 * picture, the decoder decide its type; the name's extension must agree.
 */
export function keepAttachment(ctx: Ctx, upload: Upload): Promise<Attachment> {
  return keep(ctx, upload, fileKinds, wrongFileType)
}

const noPicture = 'Görsel JPG veya PNG olmalı'

/** The same for pictures alone, which are always drawn again: a PDF is refused, whatever its name is. */
export function keepPicture(ctx: Ctx, upload: Upload): Promise<Attachment> {
  return keep(ctx, upload, ['jpg', 'png'], noPicture)
}

async function keep(ctx: Ctx, upload: Upload, kinds: FileKind[], wrongType: string): Promise<Attachment> {
  const fileName = plainName(upload.name)
  const wrong = checkApplicationFile({ name: fileName, size: upload.bytes.length })
  if (wrong === fileTooLarge)
    throw new ShopError('PAYLOAD_TOO_LARGE', fileTooLarge, { fields: { file: [fileTooLarge] } })
  const kind = kindOf(upload.bytes)
  if (wrong || !kind || !kinds.includes(kind) || kind !== kindOfName(fileName)) throw refused(wrongType)
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

const broken = 'Resim dosyası okunamadı, bozuk olabilir; başka bir dosya deneyin'
const tooLarge = 'Resim en fazla 12 megapiksel olabilir; daha küçük bir kopyasını yükleyin'
const sentences = {
  'no-picture': broken,
  'too-many-pixels': tooLarge,
  broken,
  'too-much-work': 'Resim işlenemedi; daha küçük bir kopyasını yükleyin',
}

/** Decodes and encodes the picture again, which drops metadata and anything hidden in the file. */
async function redrawn(bytes: Uint8Array, format: 'jpg' | 'png'): Promise<Uint8Array> {
  const drawn = await drawCopy({ bytes, format, maxPixels: maxPixelsOfGuests }).catch((error: unknown) => {
    throw error instanceof NotDrawn ? refused(sentences[error.why], error) : error
  })
  // A photograph sent as PNG may grow when encoded again; it was small enough as sent.
  if (drawn.length > maxFileBytes * 4) throw refused(tooLarge)
  return drawn
}

/** Makes a name to show and to save under: no folders, no control characters, limited length. */
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
