import type { Env } from '#env'
import { findBucketFault } from '#shop/media/bucket.ts'
import { openFiles } from '#shop/media/files.ts'
import { seconds } from '#shop/time.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, warning, wrong } = about('bucket')
const key = 'doctor-check.txt'

/** Writes, reads and finds a small file; it stays there, and the next time is written over. */
export async function checkBucket(env: Env): Promise<Finding[]> {
  if (!env.s3) return []
  const { endpoint, bucket } = env.s3
  const store = openFiles(env)
  const text = new TextEncoder().encode(new Date().toISOString())
  try {
    await store.put(key, text, 'text/plain')
    const back = await store.get(key)
    if (!back || Buffer.compare(back, text) !== 0 || !(await store.has(key)))
      return [wrong(`${bucket} at ${endpoint} does not give back what was put in`)]
  } catch (error) {
    return [wrong(`${bucket} at ${endpoint}: ${reasonOf(error)}; look at S3_… and the rights of the key`)]
  }
  // A key that may not list is refused what is missing, and a picture that is lost would look like a bucket that is.
  const fault = await findBucketFault(env.s3)
  if (fault) return [wrong(`${bucket} at ${endpoint} refuses to say that a file is missing: ${fault}`)]
  const list = await fetch(`${endpoint}/${bucket}?list-type=2&max-keys=1`, {
    signal: AbortSignal.timeout(seconds(10)),
  }).catch(() => undefined)
  await list?.body?.cancel()
  if (list?.ok) return [wrong(`anybody can list ${bucket}, and applicants’ files are in it; make the bucket private`)]
  const fine = ok(`${bucket} takes and gives files, and strangers cannot list it`)
  const listed = await openFiles(env, 'assets')
    .list()
    .catch(() => undefined)
  if (listed) return [fine]
  return [
    fine,
    warning(`the key may not list ${bucket}: machines do not share the scripts of their versions (docs/upgrades.md)`),
  ]
}
