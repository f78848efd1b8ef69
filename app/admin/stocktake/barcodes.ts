/** The browser's own reader of barcodes, where it has one; TypeScript does not know it yet. */
type Detector = { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** Reads what the camera sees; undefined while there is no barcode in it. */
export type Reader = (from: HTMLVideoElement) => Promise<string | undefined>

/** The formats on labels of clothes; a QR code beside them is an address. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'code_39']

/** The browser's reader, or, on iPhones and elsewhere, one that comes with the shop and is loaded only now. */
export async function openReader(): Promise<Reader> {
  const own = await openOwn()
  if (!own) return openBrought()
  let read = own
  return async (video) => {
    try {
      return await read(video)
    } catch (error) {
      if (read !== own) throw error
      // Some have the reader, but not the part of the system that does the work.
      read = await openBrought()
      return read(video)
    }
  }
}

async function openOwn(): Promise<Reader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => undefined)) ?? []
  if (!BarcodeDetector || !known.includes('ean_13')) return undefined
  const detector = new BarcodeDetector({ formats: formats.filter((format) => known.includes(format)) })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

async function openBrought(): Promise<Reader> {
  const { decode } = await import('./decode.ts')
  const canvas = document.createElement('canvas')
  let across = true
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (width === 0) return undefined
    // Bars are looked for from left to right; every other time in the picture turned, for a label that lies across.
    across = !across
    canvas.width = across ? height : width
    canvas.height = across ? width : height
    const brush = canvas.getContext('2d', { willReadFrequently: true })
    if (across) brush?.setTransform(0, 1, -1, 0, height, 0)
    brush?.drawImage(video, 0, 0)
    return decode(canvas)
  }
}
