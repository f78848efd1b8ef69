import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server'
import { shopOnPostgres } from '#test/running-shop.ts'
import { countTrips } from '#test/statements/trips.ts'
import type { Ctx } from '../ctx.ts'
import { type JobRunner, openJobs } from '../jobs/open.ts'

/**
 * Nobody can tell by the time which addresses have an account: the same statements and the same slow hashes for all. Seconds
 * would say it too, but a busy machine disturbs them.
 */
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let jobs: JobRunner
let ctx: Ctx

beforeAll(async () => {
  // With the queue: what is mailed becomes a job.
  jobs = await openJobs(postgres.handle.jobOptions, postgres.deps.log)
  ctx = { ...postgres.ctx, jobs }
})

afterAll(() => jobs?.stop())

const person = (email: string) => ({ firstName: 'İpek', lastName: 'Işık', email, password: 'uzun bir cümle' })

/** The answer, what was sent to the database for it, and how many passwords were hashed. */
async function workOf(path: string, body: object) {
  let answer: unknown
  let hashes = 0
  // argon2 works on a thread of its own; its work is the only one here that has no name.
  const hook = createHook({
    init: (_, type) => {
      if (type === 'undefined') hashes++
    },
  }).enable()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const { statements } = await countTrips(async () => {
    const response = await createApp(ctx).fetch(new Request(`http://shop.test/api/v1${path}`, init))
    answer = { status: response.status, body: await response.json() }
  })
  hook.disable()
  return { answer, hashes, statements }
}

test.for([
  { path: '/auth/login', bodyOf: (email: string) => ({ email, password: 'yanlış parola' }), hashes: 1 },
  { path: '/auth/register', bodyOf: person, hashes: 2 },
  { path: '/auth/forgot-password', bodyOf: (email: string) => ({ email }), hashes: 0 },
  { path: '/auth/resend-verification', bodyOf: (email: string) => ({ email }), hashes: 0 },
])('$path does the same work for an address with an account and for one without', async ({ path, bodyOf, hashes }) => {
  const known = `var-${path.length}@posta.example`
  await workOf('/auth/register', person(known))
  // The first call reads what is kept in memory afterwards, so that neither count includes it.
  await workOf(path, bodyOf(`ilk-${path.length}@posta.example`))
  const work = await workOf(path, bodyOf(known))
  expect(work).toEqual(await workOf(path, bodyOf(`yok-${path.length}@posta.example`)))
  expect(work.hashes).toBe(hashes)
})
