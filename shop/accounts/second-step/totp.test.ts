import { describe, expect, test } from 'vitest'
import { base32, codeOf, newSecret, stepOf, stepOfCode, uriOf } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')
const at = (second: number) => new Date(second * 1000)

describe('codes', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i are those of RFC 6238', (second, code) => {
    expect(codeOf(secret, stepOf(at(second)), 8)).toBe(code)
    expect(codeOf(secret, stepOf(at(second)))).toBe(code.slice(2))
  })

  test('are taken half a minute early and late, and no more', () => {
    const now = at(1111111111)
    const step = stepOf(now)
    for (const near of [step - 1, step, step + 1]) expect(stepOfCode(secret, codeOf(secret, near), now)).toBe(near)
    for (const far of [step - 2, step + 2]) expect(stepOfCode(secret, codeOf(secret, far), now)).toBeUndefined()
    for (const odd of ['', '050471x', '05047', 'ıııııı', '٠٥٠٤٧١']) expect(stepOfCode(secret, odd, now)).toBeUndefined()
  })
})

describe('a secret', () => {
  test('is written as apps take it: RFC 4648', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))
    expect(texts).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
    expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/)
  })

  test('comes with the shop’s name and the account, whatever is in them', () => {
    const uri = new URL(uriOf('MZXW6', { issuer: 'Narçiçeği: Moda & Co', account: 'ayşe@posta.example' }))
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Narçiçeği  Moda & Co:ayşe@posta.example')
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: 'MZXW6', issuer: 'Narçiçeği: Moda & Co' })
    expect(uri.search).not.toContain('+')
  })
})
