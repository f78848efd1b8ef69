import { expect, test } from 'vitest'
import { inPdfTurn } from './pdf-turns.ts'

test('one PDF is made at a time, in order, and one request too many is refused', async () => {
  let underway = 0
  const most: number[] = []
  const made: number[] = []
  const make = (n: number) => async () => {
    most.push(++underway)
    await new Promise(setImmediate)
    underway--
    made.push(n)
    if (n === 3) throw new Error('the third fails')
    return Buffer.from(String(n))
  }
  const all = Array.from({ length: 21 }, (_, n) => inPdfTurn(make(n)).catch((error: Error) => error.message))
  await expect(inPdfTurn(make(99))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Şu anda çok fazla belge hazırlanıyor, lütfen biraz sonra tekrar deneyin.',
  })
  expect((await Promise.all(all)).map(String)).toEqual(
    Array.from({ length: 21 }, (_, n) => (n === 3 ? 'the third fails' : String(n))),
  )
  expect(made).toEqual(Array.from({ length: 21 }, (_, n) => n))
  expect(Math.max(...most)).toBe(1)
  expect(String(await inPdfTurn(make(22)))).toBe('22')
})

test('one that grew too large is not sent', async () => {
  await expect(inPdfTurn(async () => Buffer.alloc(20e6 + 1))).rejects.toMatchObject({ code: 'INVALID' })
})
