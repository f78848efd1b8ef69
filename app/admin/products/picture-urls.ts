import type { Image } from '#shop/media/images.ts'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'

/** A small file of a picture, for tiles. */
export function smallUrl({ id, width }: Image): string {
  return imageUrl(id, widthsOf(width).find((each) => each >= 320) ?? width, 'webp')
}

/** The largest file, for cutting. */
export function largeUrl({ id, width }: Image): string {
  return imageUrl(id, widthsOf(width).at(-1) ?? width, 'webp')
}
