import { describe, expect, test } from 'vitest'
import { fromAmount, fromOid, isFromPaytr, toAmount, tokenOf, toOid } from './token.ts'

const secrets = { key: 'key', salt: 'salt' }

describe('what PayTR signs and writes', () => {
  test('a token is over the values, without separators, and the salt', () => {
    expect(tokenOf(secrets, '123', 'ORDER', 999)).toBe('M9C4ol+cQidcYyhQwWdRaZfNhMtMyZhzUMApSn4z02Q=')
    expect(tokenOf(secrets, '123', 'ORDER', 998)).not.toBe(tokenOf(secrets, '123', 'ORDER', 999))
  })

  test('a notification is PayTR’s only with its hash over order, salt, status and amount', () => {
    const told = { oid: 'AB12', status: 'success', amount: '3456' }
    const hash = 'wwb681pShCQneq44ydGaPBjU0G4PsyGZdPDzZ253MoI='
    expect(isFromPaytr(secrets, { ...told, hash })).toBe(true)
    expect(isFromPaytr(secrets, { ...told, amount: '3457', hash })).toBe(false)
    expect(isFromPaytr(secrets, { ...told, status: 'failed', hash })).toBe(false)
    expect(isFromPaytr(secrets, { ...told, hash: '' })).toBe(false)
    expect(isFromPaytr({ ...secrets, key: 'other' }, { ...told, hash })).toBe(false)
  })

  test('an order’s number holds letters and digits alone and leads back to its conversation', () => {
    const conversationId = 'aB3_-xYz09aB3_-xYz09aB3_'
    expect(toOid(conversationId)).toMatch(/^[a-z0-9]{48}$/)
    expect(fromOid(toOid(conversationId))).toBe(conversationId)
    for (const foreign of ['ORDER12', 'abc', 'ff00', '']) expect(fromOid(foreign)).toBe('')
  })

  test.each([
    ['10,8', 1080],
    ['10.80', 1080],
    ['10', 1000],
    [9.76, 976],
    ['1199,50', 119_950],
    ['-1', Number.NaN],
    ['1.234,50', Number.NaN],
    ['', Number.NaN],
  ])('the amount %s is %s kuruş', (text, kurus) => expect(fromAmount(text)).toBe(kurus))

  test('an amount to give back has two decimals', () => {
    expect([toAmount(119_950), toAmount(7), toAmount(100)]).toEqual(['1199.50', '0.07', '1.00'])
  })
})
