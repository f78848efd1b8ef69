import { AwsV4Signer } from 'aws4fetch'
import { expect, test } from 'vitest'
import { faultOf } from './sigv4.ts'

const keys = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const now = new Date('2013-05-24T00:00:00Z')
const host = 'examplebucket.s3.amazonaws.com'
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const signed = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=${keys.id}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`
const usual = 'host;x-amz-content-sha256;x-amz-date'

/** Taken from Amazon's page “Signature Calculations for the Authorization Header”. */
const examples = [
  {
    method: 'GET',
    url: '/test.txt',
    headers: {
      range: 'bytes=0-9',
      'x-amz-content-sha256': nothing,
      authorization: signed(
        `host;range;x-amz-content-sha256;x-amz-date`,
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
    body: '',
  },
  {
    method: 'PUT',
    url: '/test$file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      authorization: signed(
        `date;${usual};x-amz-storage-class`,
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
    body: 'Welcome to Amazon S3.',
  },
  {
    method: 'GET',
    url: '/?lifecycle',
    headers: {
      'x-amz-content-sha256': nothing,
      authorization: signed(usual, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
    },
    body: '',
  },
  {
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: {
      'x-amz-content-sha256': nothing,
      authorization: signed(usual, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
    },
    body: '',
  },
]

test.each(examples)(
  'takes Amazon’s own example $method $url, and none that was changed',
  ({ body, headers, ...asked }) => {
    const all = { host, 'x-amz-date': '20130524T000000Z', ...headers }
    const request = { ...asked, headers: all, body: new TextEncoder().encode(body) }
    expect(faultOf(request, keys, now)).toBeUndefined()
    const codeOf = (change: object, at = now, with_ = keys) => faultOf({ ...request, ...change }, with_, at)?.code
    expect(codeOf({ url: `${asked.url}x` })).toBe('SignatureDoesNotMatch')
    expect(codeOf({ method: 'DELETE' })).toBe('SignatureDoesNotMatch')
    expect(codeOf({ headers: { ...all, host: 'other.example' } })).toBe('SignatureDoesNotMatch')
    expect(codeOf({}, now, { ...keys, secret: 'another' })).toBe('SignatureDoesNotMatch')
    expect(codeOf({}, now, { ...keys, id: 'AKIAOTHER' })).toBe('InvalidAccessKeyId')
    expect(codeOf({ body: new TextEncoder().encode(`${body}!`) })).toBe('XAmzContentSHA256Mismatch')
    expect(codeOf({ headers: { ...all, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
    expect(codeOf({ headers: { ...all, authorization: undefined } })).toBe('AccessDenied')
    expect(codeOf({}, new Date('2013-05-24T00:16:00Z'))).toBe('RequestTimeTooSkewed')
  },
)

test('takes what the shop signs, with letters that must be written otherwise', async () => {
  const url = 'http://127.0.0.1:9/pictures/?list-type=2&prefix=&continuation-token=a%2Bb%2F%3D%20%C3%A7'
  const signer = new AwsV4Signer({
    url,
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
    service: 's3',
    region: 'auto',
  })
  const { headers } = await signer.sign()
  const asked = { method: 'GET', url: url.slice('http://127.0.0.1:9'.length), body: new Uint8Array() }
  expect(faultOf({ ...asked, headers: { ...Object.fromEntries(headers), host: '127.0.0.1:9' } }, keys)).toBeUndefined()
})
