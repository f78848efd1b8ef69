type Part = { x: number; y: number; width: number; height: number }

/** The pixels of a picture within a frame given in percent, at full size, as a file of its own. */
export async function cutOut(image: HTMLImageElement, part: Part): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const [x, width] = [part.x, part.width].map((percent) => Math.round((percent / 100) * naturalWidth))
  const [y, height] = [part.y, part.height].map((percent) => Math.round((percent / 100) * naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = width || 1
  canvas.height = height || 1
  canvas
    .getContext('2d')
    ?.drawImage(image, x ?? 0, y ?? 0, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.93))
  if (!blob) throw new Error('the browser made no picture')
  return new File([blob], 'kirpilmis.jpg', { type: 'image/jpeg' })
}
