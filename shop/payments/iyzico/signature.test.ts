import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  authorization,
  fromPrice,
  hmac,
  isEqual,
  isSigned,
  signedPrice,
  toPrice,
  webhookSignature,
} from './signature.ts'

test('signs a request as the published vector', () => {
  const keys = { apiKey: 'api_key', secretKey: 'secret_key' }
  const signature = '017508921a29ee5601bcd1fbe83efd2e2be43af02eceff30cf2e91a539aab355'
  expect(hmac('secret_key', 'random_string' + 'uri' + '"body"')).toBe(signature)
  const [scheme, encoded = ''] = authorization(keys, 'random_string', 'uri', '"body"').split(' ')
  expect(scheme).toBe('IYZWSv2')
  expect(Buffer.from(encoded, 'base64').toString()).toBe(
    `apiKey:api_key&randomKey:random_string&signature:${signature}`,
  )
})

test('checks a callback as the published vector, and nothing else', () => {
  const signature = 'a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0'
  const secretKey = 'jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl'
  expect(isSigned(secretKey, ['', '', '1', '22484292', 'success'], signature)).toBe(true)
  expect(isSigned(secretKey, ['', '', '0', '22484292', 'success'], signature)).toBe(false)
  expect(isSigned(secretKey, ['', '', '1', '22484292', 'success'], undefined)).toBe(false)
  expect(isEqual('ab', 'abc')).toBe(false)
})

test('signs a webhook as the published vector', () => {
  const event = {
    iyziEventType: 'API_AUTH',
    paymentId: '22484059',
    paymentConversationId: 'conversationId',
    status: 'SUCCESS',
  }
  expect(webhookSignature('sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs', event)).toBe(
    '92c7a72b7741bc83eb696066605c894778c87297b2c88d6037670666230e18ae',
  )
})

test.for([
  [119_950, '1199.5'],
  [50_00, '50'],
  [10_05, '10.05'],
  [1, '0.01'],
  [100_000_00, '100000'],
] as const)('writes %i kuruş as %s', ([kurus, price]) => expect(toPrice(kurus)).toBe(price))

test('every amount survives the way there and back, and is signed as it is sent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (kurus) => {
      expect(fromPrice(toPrice(kurus))).toBe(kurus)
      expect(signedPrice(toPrice(kurus))).toBe(toPrice(kurus))
      expect(signedPrice((kurus / 100).toFixed(8))).toBe(toPrice(kurus))
    }),
  )
  expect(fromPrice('1.005')).toBeNaN()
})
