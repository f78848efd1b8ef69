import {
  BarcodeFormat,
  BinaryBitmap,
  type BitArray,
  DecodeHintType,
  HTMLCanvasElementLuminanceSource,
  HybridBinarizer,
  MultiFormatOneDReader,
} from '@zxing/library'

// Not TRY_HARDER: where there is nothing to read it takes twenty times as long, and the page stands still meanwhile.
const hints = new Map<DecodeHintType, unknown>([
  [
    DecodeHintType.POSSIBLE_FORMATS,
    [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.CODE_128, BarcodeFormat.CODE_39],
  ],
])
const reader = new MultiFormatOneDReader(hints)

/**
 * Judges black by the surroundings of a point. Judged by the whole picture, as the library does for bars, a white label on grey cloth
 * has bars that are too thick, and every fifth was read as another number.
 */
class Surroundings extends HybridBinarizer {
  override getBlackRow(y: number, row: BitArray): BitArray {
    return this.getBlackMatrix().getRow(y, row)
  }
}

/** The barcode in a picture; undefined when there is none that can be read. */
export function decode(canvas: HTMLCanvasElement): string | undefined {
  try {
    return reader
      .decode(new BinaryBitmap(new Surroundings(new HTMLCanvasElementLuminanceSource(canvas))), hints)
      .getText()
  } catch {
    // It throws for every picture without one.
    return undefined
  }
}
