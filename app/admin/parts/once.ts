import { useRef } from 'react'
import { ApiError } from '#app/browser/api-client.ts'

type Headers = { 'Idempotency-Key': string }

/** Sends what moves money: once, however often it is sent, until an answer says for certain what became of it. */
export function useOnce() {
  const key = useRef(crypto.randomUUID())
  return async <T>(send: (headers: Headers) => Promise<T>): Promise<T> => {
    try {
      const answer = await send({ 'Idempotency-Key': key.current })
      key.current = crypto.randomUUID()
      return answer
    } catch (error) {
      if (isCertain(error)) key.current = crypto.randomUUID()
      throw error
    }
  }
}

/** The server refused and nothing was done. Without an answer, or when the key has done something else, that is not known. */
function isCertain(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'IDEMPOTENCY_CONFLICT') return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}
