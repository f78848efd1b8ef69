import { expect, test, vi } from 'vitest'
import { openReader } from './barcodes.ts'

/** An EAN-13 and its bars: a one is a black module. */
const code = '8690000000005'
const bars = '10101011110010111000110101001110100111000110101010111001011100101110010111001011100101001110101'

/** What a camera sees of its label, upright or lying across: a picture with the sizes that a video has. */
function seen({ across = false } = {}): HTMLVideoElement {
  const scene = Object.assign(document.createElement('canvas'), { width: 960, height: 720 })
  const brush = scene.getContext('2d')
  if (!brush) throw new Error('no canvas')
  brush.fillStyle = '#f4efe8'
  brush.fillRect(0, 0, scene.width, scene.height)
  brush.translate(scene.width / 2, scene.height / 2)
  if (across) brush.rotate(Math.PI / 2)
  brush.fillStyle = '#1f1a17'
  for (const { index, 0: bar } of bars.matchAll(/1+/g)) brush.fillRect(index * 3 - 142, -80, bar.length * 3, 160)
  const sizes = { videoWidth: scene.width, videoHeight: scene.height }
  return Object.assign(scene, sizes) as unknown as HTMLVideoElement
}

/** What it reads in its first two looks. */
async function twice(from: HTMLVideoElement) {
  const read = await openReader()
  return [await read(from), await read(from)]
}

test('a label is read upright and lying across', async () => {
  expect(await twice(seen())).toContain(code)
  expect(await twice(seen({ across: true }))).toContain(code)
})

test('a browser whose own reader knows no barcodes, or does not work, reads it all the same', async () => {
  class Own {
    static known = ['qr_code']
    static getSupportedFormats = async () => Own.known
    detect = async () => Promise.reject(new DOMException('no service', 'NotSupportedError'))
  }
  vi.stubGlobal('BarcodeDetector', Own)
  expect(await twice(seen())).toContain(code)
  Own.known = ['ean_13']
  expect(await twice(seen())).toContain(code)
  vi.unstubAllGlobals()
})
