import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test('without trusted proxies nobody can name her own address', () => {
  expect(clientAddress('203.0.113.9', '10.0.0.1', 0)).toBe('203.0.113.9')
  expect(clientAddress('::ffff:203.0.113.9', null, 0)).toBe('203.0.113.9')
})

test('a trusted proxy names the address it saw; what came before it is hearsay', () => {
  expect(clientAddress('127.0.0.1', '1.2.3.4, 203.0.113.9', 1)).toBe('203.0.113.9')
  expect(clientAddress('127.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.7', 2)).toBe('203.0.113.9')
  expect(clientAddress('127.0.0.1', 'unknown', 1)).toBe('127.0.0.1')
  expect(clientAddress('127.0.0.1', null, 1)).toBe('127.0.0.1')
})

test('an IPv4 address is one, however a proxy spells it', () => {
  for (const spelled of ['::ffff:203.0.113.9', '::FFFF:203.0.113.9', '0:0:0:0:0:ffff:cb00:7109', '::203.0.113.9'])
    expect(clientAddress('::ffff:127.0.0.1', spelled, 1)).toBe('203.0.113.9')
  expect(clientAddress('0:0:0:0:0:FFFF:203.0.113.9', null, 0)).toBe('203.0.113.9')
  expect(clientAddress('::1', null, 0)).toBe('::1')
})
