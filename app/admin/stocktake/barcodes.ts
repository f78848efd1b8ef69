/** The browser's own reader of barcodes, where it has one; TypeScript does not know it yet. */
type Detector = { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new () => Detector

/** Reads what the camera sees; undefined while there is no barcode in it. */
export type Reader = (from: HTMLVideoElement) => Promise<string | undefined>

/** The browser's reader, or, on iPhones and elsewhere, one that comes with the shop and is loaded only now. */
export async function openReader(): Promise<Reader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (own) {
    const detector = new own()
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { decode } = await import('./decode.ts')
  const canvas = document.createElement('canvas')
  return async (video) => {
    if (video.videoWidth === 0) return undefined
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0)
    return decode(canvas)
  }
}
