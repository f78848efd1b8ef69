import { expect, test } from 'vitest'
import { declineSentence } from '../declines.ts'
import { declineOf, isBanksWord, leavesOpen } from './errors.ts'

const error = (code: string, group = '') => ({ code, group })

test('errors that leave open what was done', () => {
  for (const code of ['1', '100001', '10214', '10219']) expect(leavesOpen(error(code)), code).toBe(true)
  for (const group of ['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'])
    expect(declineOf(error('10999', group)), group).toBeUndefined()
  expect(leavesOpen(error('10051', 'NOT_SUFFICIENT_FUNDS'))).toBe(false)
})

test('only a group that says something is a bank’s word', () => {
  expect([
    isBanksWord({ group: 'EXPIRED_CARD' }),
    isBanksWord({ group: '' }),
    isBanksWord({ group: 'UNKNOWN' }),
  ]).toEqual([true, false, false])
})

test.for<[string, string, string, boolean]>([
  ['10054', 'EXPIRED_CARD', 'EXPIRED_CARD', false],
  ['12', '', 'INVALID_CARD_NUMBER', true],
  ['13', '', 'INVALID_EXPIRE_YEAR_MONTH', true],
  ['14', '', 'INVALID_EXPIRE_YEAR_MONTH', true],
  ['15', '', 'INVALID_CVC2', true],
  ['12', 'EXPIRED_CARD', 'EXPIRED_CARD', false],
  ['5004', '', 'PROVIDER_UNAVAILABLE', true],
  ['10204', '', 'UNKNOWN', true],
  ['10204', 'UNKNOWN', 'UNKNOWN', true],
])('an error %s of the group "%s" is %s, vague: %s', ([code, group, expected, isVague]) => {
  const vague = isVague ? { vague: true } : {}
  expect(declineOf(error(code, group))).toEqual({ code: expected, message: declineSentence(expected), ...vague })
})
