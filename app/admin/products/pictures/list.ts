import { imageTooLarge, isHeic, maxImageBytes, notAnImage } from '#shop/media/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { newKey } from '../variants/grid-rows.ts'

export const mostPictures = 20
const tooMany = `En çok ${mostPictures} görsel eklenebilir`

/** A picture in its place: kept by the shop, on its way there, or refused with the reason. */
export type Picture =
  | {
      key: string
      state: 'stored'
      stored: Image
      /** Before it was cropped. */
      whole?: Image
    }
  | { key: string; state: 'waiting' | 'sending'; file: File; preview: string; progress: number; was?: Image }
  | {
      key: string
      state: 'failed'
      file: File
      preview: string
      reason: string
      /** Another try may do better. */
      again: boolean
      was?: Image
    }

export type Rejected = { name: string; reason: string }

/** Splits the chosen files into those that may be sent and those that may not, with the reason. */
export function sortFiles(files: readonly File[], present: number): { accepted: File[]; rejected: Rejected[] } {
  const accepted: File[] = []
  const rejected: Rejected[] = []
  for (const file of files) {
    const reason = reasonAgainst(file) ?? (present + accepted.length >= mostPictures ? tooMany : undefined)
    if (reason) rejected.push({ name: file.name, reason })
    else accepted.push(file)
  }
  return { accepted, rejected }
}

function reasonAgainst(file: File): string | undefined {
  // Windows knows no type of it.
  if (/\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type)) return isHeic
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return notAnImage
  return file.size > maxImageBytes ? imageTooLarge : undefined
}

export function storedPictures(list: readonly Image[]): Picture[] {
  return list.map((stored) => ({ key: newKey(), state: 'stored', stored }))
}

export function areStored(list: readonly Picture[]): boolean {
  return list.every(({ state }) => state === 'stored')
}

export function onlyStored(list: readonly Picture[]): Image[] {
  return list.flatMap((picture) => (picture.state === 'stored' ? picture.stored : []))
}

/** The pictures that the shop stores at this moment; of one that is being cut, the whole. */
export function keptPictures(list: readonly Picture[]): Image[] {
  return list.flatMap((picture) => (picture.state === 'stored' ? picture.stored : (picture.was ?? [])))
}

/** The place of each among the product's pictures, from 0; one that was refused and replaces none has none. */
export function placesOf(list: readonly Picture[]): (number | undefined)[] {
  let next = 0
  return list.map((picture) => (picture.state === 'failed' && !picture.was ? undefined : next++))
}

/** Takes it out and puts it in at the other place, between the first and the last. */
export function movePicture<T extends { key: string }>(list: readonly T[], key: string, to: number): T[] {
  const at = list.findIndex((picture) => picture.key === key)
  const picture = list[at]
  if (!picture) return [...list]
  return list.toSpliced(at, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, picture)
}

/** The same picture is not shown twice: a second upload of one that is there already gives way. */
export function settleUpload(list: readonly Picture[], key: string, stored: Image): Picture[] {
  if (list.some((other) => other.key !== key && other.state === 'stored' && other.stored.id === stored.id))
    return list.filter((other) => other.key !== key)
  return list.map((picture) => {
    if (picture.key !== key) return picture
    const whole = picture.state === 'stored' ? undefined : picture.was
    return { key, state: 'stored', stored, ...(whole && { whole }) }
  })
}
