import { expect, test } from 'vitest'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { stateOf } from './states.ts'

test.for([
  [true, null, 'Açık'],
  [true, '2999-01-01T00:00:00.000Z', 'Açık'],
  [true, '2020-01-01T00:00:00.000Z', 'Süresi doldu'],
  [false, '2020-01-01T00:00:00.000Z', 'Kapalı'],
] as const)('an announcement that is on: %s, until %s, is called %s', ([on, until, state]) => {
  const settings = { on, until, text: 'Tatil', link: '', from: null, closable: true }
  expect(stateOf('duyuru', { announcement: { version: 1, settings } } as WireSettings)).toBe(state)
})
