import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HTMLCanvasElementLuminanceSource,
  HybridBinarizer,
  MultiFormatOneDReader,
} from '@zxing/library'

const hints = new Map<DecodeHintType, unknown>([
  [
    DecodeHintType.POSSIBLE_FORMATS,
    [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.CODE_128, BarcodeFormat.CODE_39],
  ],
  [DecodeHintType.TRY_HARDER, true],
])
const reader = new MultiFormatOneDReader(hints)

/** The barcode in a picture; undefined when there is none that can be read. */
export function decode(canvas: HTMLCanvasElement): string | undefined {
  try {
    return reader
      .decode(new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas))), hints)
      .getText()
  } catch {
    // It throws for every picture without one.
    return undefined
  }
}
