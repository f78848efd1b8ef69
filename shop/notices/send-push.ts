import type { PushRequest } from '../ports.ts'
import { seconds } from '../time.ts'

const timeout = seconds(10)

/** Hands a message to a push service over HTTPS; its redirects are followed by nobody. Gives the status of its answer. */
export async function sendPush({ endpoint, headers, body }: PushRequest): Promise<number> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  await answer.body?.cancel()
  return answer.status
}
