import { expect, test, vi } from 'vitest'
import { openReader } from './barcodes.ts'

/** An EAN-13 and its bars: a one is a black module. */
const code = '8696535360508'
const bars = '10101011110010111010111101110010100001011000101010100001010100001110010100111011100101001000101'

function aCanvas() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  return [canvas, brush] as const
}

/** A camera's picture of a label on grey cloth, a bit out of focus, with the sizes that a video has. */
function seen(degrees: number): HTMLVideoElement {
  const [sharp, brush] = aCanvas()
  brush.fillStyle = '#8a7f74'
  brush.fillRect(0, 0, sharp.width, sharp.height)
  brush.translate(sharp.width / 2, sharp.height / 2)
  brush.rotate((degrees * Math.PI) / 180)
  brush.fillStyle = '#f7f3ec'
  brush.fillRect(-240, -170, 480, 340)
  brush.fillStyle = '#221d1a'
  for (const { index, 0: bar } of bars.matchAll(/1+/g)) brush.fillRect(index * 4 - 190, -90, bar.length * 4, 180)
  // Blurred at once: bar by bar takes seconds.
  const [scene, lens] = aCanvas()
  lens.filter = 'blur(1.2px)'
  lens.drawImage(sharp, 0, 0)
  return Object.assign(scene, { videoWidth: scene.width, videoHeight: scene.height }) as unknown as HTMLVideoElement
}

/** The results of the reader's first two looks. */
async function twice(from: HTMLVideoElement) {
  const read = await openReader()
  return [await read(from), await read(from)]
}

test('a label is read rightly, a bit askew, lying across and upside down', async () => {
  for (const degrees of [3, 88, 180]) expect((await twice(seen(degrees))).filter(Boolean)).toEqual([code])
})

test('a browser whose own reader knows no barcodes, or does not work, reads it all the same', async () => {
  class Own {
    static known = ['qr_code']
    static getSupportedFormats = async () => Own.known
    detect = async () => Promise.reject(new DOMException('no service', 'NotSupportedError'))
  }
  vi.stubGlobal('BarcodeDetector', Own)
  expect(await twice(seen(0))).toContain(code)
  Own.known = ['ean_13']
  expect(await twice(seen(0))).toContain(code)
  vi.unstubAllGlobals()
})
