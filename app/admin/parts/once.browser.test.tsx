import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { ApiError } from '#app/browser/api-client.ts'
import { useOnce } from './once.ts'

/** The keys under which the same is sent, one try after the other, each refused so. */
async function keysOf(...failures: unknown[]): Promise<string[]> {
  const { result } = await renderHook(() => useOnce())
  const keys: string[] = []
  for (const failure of [...failures, undefined]) {
    const tried = result.current(async (headers) => {
      keys.push(headers['Idempotency-Key'])
      if (failure) throw failure
    })
    if (failure) await expect(tried).rejects.toBe(failure)
    else await tried
  }
  return keys
}

test.each([
  ['no answer', new ApiError(0, {})],
  ['an answer that is none of the shop', new ApiError(502, {})],
  ['a pause that is asked for', new ApiError(429, { code: 'RATE_LIMITED' })],
  ['a key that has done something else', new ApiError(409, { code: 'IDEMPOTENCY_CONFLICT' })],
])('after %s the same goes out under the same key', async (_, failure) => {
  const [first, second] = await keysOf(failure)
  expect(second).toBe(first)
})

test.each([
  ['a refusal', new ApiError(400, { code: 'INVALID' })],
  ['what was done', undefined],
])('after %s what goes out is new', async (_, failure) => {
  const [first, second] = await keysOf(failure)
  expect(second).not.toBe(first)
})
