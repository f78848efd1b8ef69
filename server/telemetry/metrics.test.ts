import { afterAll, expect, test } from 'vitest'
import {
  type Counts,
  countFromMemory,
  countRefusedByPolicy,
  countRendering,
  metricsText,
  requestTimer,
  watchCache,
  watchCounts,
  watchProcess,
} from './metrics.ts'

/** The values of a metric, by their labels. */
async function shown(name: string): Promise<Record<string, number>> {
  const { text } = await metricsText()
  const lines = [...text.matchAll(new RegExp(`^${name}(\\{.*?\\})? (\\S+)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]))
}

const nothing: Counts = {
  picturesToDraw: async () => 0,
  openPayments: async () => 0,
  declinedShare: async () => undefined,
  payments: async () => [],
  openDiscrepancies: async () => 0,
  mails: async () => ({ waiting: 0, oldestSeconds: 0 }),
  jobs: async () => [],
  lastBackupAt: async () => undefined,
}
afterAll(() => watchCounts(nothing))

test('requests are counted by their answer, in seconds', async () => {
  for (const milliseconds of [15, 1500]) requestTimer('TRY', 418, milliseconds)
  const labels = '{method="TRY",status="418"}'
  expect((await shown('butik_request_seconds_sum'))[labels]).toBeCloseTo(1.515)
  expect((await shown('butik_request_seconds_count'))[labels]).toBe(2)
  const buckets = await shown('butik_request_seconds_bucket')
  const upTo = (le: string) => buckets[`{le="${le}",method="TRY",status="418"}`]
  expect(['0.005', '0.02', '0.5', '2'].map(upTo)).toEqual([0, 1, 1, 2])
})

test('answers from memory and made ones, and refusals of the policy, count up', async () => {
  const names = ['butik_kept_answers_total', 'butik_answers_made_total', 'butik_policy_reports_total']
  const all = () => Promise.all(names.map(shown))
  const [kept, made, refused] = await all()
  for (let i = 0; i < 3; i++) countFromMemory()
  countRendering('change')
  countRefusedByPolicy('img-src')
  const plus = (before: Record<string, number> | undefined, labels: string, more: number) => ({
    ...before,
    [labels]: (before?.[labels] ?? 0) + more,
  })
  const now = [plus(kept, '', 3), plus(made, '{for="change"}', 1), plus(refused, '{directive="img-src"}', 1)]
  expect(await all()).toEqual(now)
  expect(await all(), 'asking changes nothing').toEqual(now)
})

test('what the shop counts is asked for at each look', async () => {
  watchCounts({
    picturesToDraw: async () => 1,
    openPayments: async () => 2,
    declinedShare: async () => 0.25,
    payments: async () => [{ status: 'DECLINED', count: 3 }],
    openDiscrepancies: async () => 4,
    mails: async () => ({ waiting: 5, oldestSeconds: 60 }),
    jobs: async () => [
      { name: 'send-mail', state: 'failed', count: 6 },
      { name: 'mail-link', state: 'waiting', count: 7 },
    ],
    lastBackupAt: async () => new Date('2026-11-20T03:00:00Z'),
  })
  const plain = (name: string) => shown(name).then((values) => values[''])
  expect(await plain('butik_pictures_to_draw')).toBe(1)
  expect(await plain('butik_payments_open')).toBe(2)
  expect(await plain('butik_payments_declined_share')).toBe(0.25)
  expect(await shown('butik_payments_day')).toEqual({ '{status="DECLINED"}': 3 })
  expect(await plain('butik_payment_findings_open')).toBe(4)
  expect([await plain('butik_mails_waiting'), await plain('butik_mails_oldest_seconds')]).toEqual([5, 60])
  expect(await shown('butik_jobs')).toEqual({
    '{name="send-mail",state="failed"}': 6,
    '{name="mail-link",state="waiting"}': 7,
  })
  expect(await plain('butik_last_backup_timestamp_seconds')).toBe(1_795_143_600)
  watchCounts(nothing)
  expect([await shown('butik_payments_day'), await shown('butik_jobs')]).toEqual([{}, {}])
  expect([await plain('butik_payments_declined_share'), await plain('butik_last_backup_timestamp_seconds')]).toEqual([
    0, 0,
  ])
})

test('what cannot be counted is unknown, and hides nothing else', async () => {
  const away = () => Promise.reject(new Error('away'))
  watchCounts({ ...nothing, payments: async () => [{ status: 'DECLINED', count: 3 }], openPayments: away })
  expect([await shown('butik_payments_open'), await shown('butik_payments_day')]).toEqual([
    { '': Number.NaN },
    { '{status="DECLINED"}': 3 },
  ])
  watchCounts({ ...nothing, payments: away, openPayments: async () => 1 })
  expect([await shown('butik_payments_open'), await shown('butik_payments_day')]).toEqual([{ '': 1 }, {}])
})

test('the process tells of its connections, its provider and its memory', async () => {
  let busy = 3
  let answering = true
  const pool = () => ({ busy, idle: 2, waiting: 1 })
  watchProcess({ connections: pool, isProviderAnswering: () => answering, waitingInLine: () => 7 })
  watchCache({ size: 12, bytes: 3456 })
  const connections = (busy: number) => ({ '{state="busy"}': busy, '{state="idle"}': 2, '{state="waiting"}': 1 })
  expect(await shown('butik_database_connections')).toEqual(connections(3))
  expect(await shown('butik_provider_answering')).toEqual({ '': 1 })
  expect(await shown('butik_line_waiting')).toEqual({ '': 7 })
  expect([await shown('butik_kept_answers'), await shown('butik_kept_bytes')]).toEqual([{ '': 12 }, { '': 3456 }])
  busy = 4
  answering = false
  expect(await shown('butik_database_connections')).toEqual(connections(4))
  expect(await shown('butik_provider_answering')).toEqual({ '': 0 })
  watchProcess({ connections: () => undefined, isProviderAnswering: () => true, waitingInLine: () => 0 })
  expect(await shown('butik_database_connections')).toEqual({})
})
