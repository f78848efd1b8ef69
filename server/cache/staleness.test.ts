import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes } from '#shop/time.ts'
import { isTouched, maySend, type Stale, staleAfterChange, staleAfterFailure, takeRetry } from './staleness.ts'

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

test('once somebody who wrote waits no longer it is never sent', () => {
  const overdue: Stale = { ...staleAfterChange(undefined), state: 'overdue' }
  expect(maySend(overdue)).toBe(false)
})

test('a change touches what shows one of its products, and everything touches all', () => {
  const tags = new Set(['dress', 'skirt'])
  expect(isTouched(tags, { productIds: ['shoe', 'skirt'] })).toBe(true)
  expect(isTouched(tags, { productIds: ['shoe'] })).toBe(false)
  expect(isTouched(tags, { productIds: [] })).toBe(false)
  expect(isTouched(new Set(), 'everything')).toBe(true)
})
