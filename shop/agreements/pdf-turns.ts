import { ShopError } from '../errors.ts'

/** PDFs that may wait, and bytes of one at most: each blocks the process while it is made and is held in memory whole. */
const mostWaiting = 20
const largest = 20e6

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Makes a PDF after those before it; UNAVAILABLE when too many wait already. */
export async function inPdfTurn(make: () => Promise<Buffer>): Promise<Buffer> {
  if (waiting > mostWaiting) {
    const message = 'Şu anda çok fazla belge hazırlanıyor, lütfen biraz sonra tekrar deneyin.'
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 10 })
  }
  waiting++
  // setImmediate lets requests be answered between two PDFs.
  const made = last.then(() => new Promise(setImmediate)).then(make)
  last = made.catch(() => {}).finally(() => waiting--)
  const pdf = await made
  if (pdf.length > largest) throw new ShopError('INVALID', 'Belge çok büyük oldu; lütfen daha az sipariş seçin.')
  return pdf
}
