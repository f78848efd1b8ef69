import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes } from '#shop/time.ts'
import { isTouched, maySend, overdue, staleAfterChange, staleAfterFailure, takeRetry } from './staleness.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds)

test('after a change it is sent for a second, which a further change does not lengthen', () => {
  const stale = staleAfterChange(undefined)
  expect(stale.state).toBe('revalidating')
  pass(999)
  expect(maySend(stale)).toBe(true)
  expect(staleAfterChange(stale)).toBe(stale)
  pass(1)
  expect([maySend(stale), takeRetry(stale)]).toEqual([false, false])
})

test('while it cannot be made it is sent for ten minutes since the change, and tried every two seconds', () => {
  const changed = staleAfterChange(undefined)
  pass(500)
  const failing = staleAfterFailure(changed, false)
  expect(failing).toMatchObject({ state: 'failing', since: changed.since })
  pass(2000)
  expect(takeRetry(failing)).toBe(false)
  pass(1)
  expect([takeRetry(failing), takeRetry(failing)]).toEqual([true, false])
  pass(minutes(10) - 2502)
  expect(maySend(failing)).toBe(true)
  expect(staleAfterChange(failing)).toBe(failing)
  pass(1)
  expect(maySend(failing)).toBe(false)
})

test('while the database is away it is sent as long as that takes; a change when it is back begins a new second', () => {
  const away = staleAfterFailure(undefined, true)
  expect(away.state).toBe('unavailable')
  pass(minutes(600))
  expect([maySend(away), takeRetry(away)]).toEqual([true, true])
  const back = staleAfterChange(away)
  expect([back.state, back.since, maySend(back)]).toEqual(['revalidating', performance.now(), true])
})

test('what nobody is to get takes the place of the new one only for ten minutes since the change', () => {
  const old = overdue(undefined)
  pass(5000)
  expect([maySend(old), overdue(old).since, overdue(staleAfterFailure(old, true)).since]).toEqual([false, 0, 5000])
  expect(maySend(staleAfterFailure(old, true))).toBe(true)
  pass(minutes(10) - 5001)
  expect(maySend(staleAfterFailure(old, true))).toBe(true)
  pass(1)
  expect(maySend(staleAfterFailure(old, true))).toBe(false)
})

test('a change touches what shows one of its products, and everything touches all', () => {
  const tags = new Set(['dress', 'skirt'])
  expect(isTouched(tags, { productIds: ['shoe', 'skirt'] })).toBe(true)
  expect(isTouched(tags, { productIds: ['shoe'] })).toBe(false)
  expect(isTouched(tags, { productIds: [] })).toBe(false)
  expect(isTouched(new Set(), 'everything')).toBe(true)
})
