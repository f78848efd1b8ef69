/** Widths in pixels in which every picture is shown, unless it is smaller itself; each at most half as wide again as the one before. */
export const imageWidths = [160, 240, 320, 480, 640, 960, 1280, 1920, 2400]

export type ImageFormat = 'webp' | 'avif' | 'jpg'

/** Returns the widths in which a picture of this width is shown. The last is its own, the file that the others are drawn from. */
export function widthsOf(width: number): number[] {
  const smaller = imageWidths.filter((w) => w < width)
  const widest = imageWidths.at(-1) ?? width
  return width <= widest ? [...smaller, width] : smaller.length === imageWidths.length ? smaller : [...smaller, widest]
}

/** The width of a picture's JPEG, for mails, feeds and link previews: the only one in that format. */
export function jpegWidth(width: number): number {
  return Math.min(width, 1200)
}

/** The address of one file of a picture. */
export function imageUrl(id: string, width: number, format: ImageFormat): string {
  return `/media/${id}-${width}.${format}`
}

/** The name of the file that shows a picture's cloth from near. */
export function swatchKey(id: string): string {
  return `${id}-cloth.webp`
}
