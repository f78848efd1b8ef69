import { expect, test } from 'vitest'
import { stepsOf } from './timeline.tsx'

const event = (status: string | null, createdAt: string) => ({ type: 'status', status, note: '', createdAt })

test('stepsOf shows the way of an order', () => {
  const order = {
    status: 'PREPARED' as const,
    createdAt: '1',
    history: [event('CONFIRMED', '2'), event(null, '3'), event('PREPARED', '4')],
  }
  expect(stepsOf(order).map(({ status, at, state }) => [status, at, state])).toEqual([
    ['PENDING', '1', 'done'],
    ['CONFIRMED', '2', 'done'],
    ['PREPARED', '4', 'now'],
    ['SHIPPED', undefined, 'ahead'],
    ['DELIVERED', undefined, 'ahead'],
  ])
  const cancelled = {
    ...order,
    status: 'CANCELLED' as const,
    history: [event('CONFIRMED', '2'), event('CANCELLED', '5')],
  }
  expect(stepsOf(cancelled).map(({ status }) => status)).toEqual(['PENDING', 'CONFIRMED', 'CANCELLED'])
  // Paid at the door, after it had left: it left when it left.
  const collected = { ...event('PREPARED', '6'), type: 'paid' }
  const paidLate = { ...order, history: [...order.history, collected] }
  expect(stepsOf(paidLate).find(({ status }) => status === 'PREPARED')?.at).toBe('4')
  // A time stands only beside what is behind the order now.
  const setBack = { ...order, status: 'CONFIRMED' as const }
  expect(stepsOf(setBack).find(({ status }) => status === 'PREPARED')?.at).toBeUndefined()
})
