import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { networkOf } from '../limits.ts'

/** Guests' uploads that one process accepts at a time, in all and of one network: each may hold some 20 MB of memory. */
const most = { all: 8, ofOne: 3 }
const taken: string[] = []

/** Does the work in one of the places for uploads; without a free place the request is refused before its body is read. */
export async function inUploadPlace<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const network = networkOf(ctx)
  if (taken.filter((one) => one === network).length >= most.ofOne) {
    const message = 'Önceki başvurunuz hâlâ gönderiliyor, lütfen o tamamlanınca tekrar deneyin.'
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds: 30 })
  }
  if (taken.length >= most.all) {
    const message = 'Şu anda çok fazla başvuru alınıyor, lütfen biraz sonra tekrar deneyin.'
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 30 })
  }
  taken.push(network)
  try {
    return await work()
  } finally {
    taken.splice(taken.indexOf(network), 1)
  }
}
