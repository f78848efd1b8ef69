import { expect, test } from 'vitest'
import type { Attributes, Span, Trace } from '#shop/trace.ts'
import { traceRequest } from './trace-request.ts'

async function traced(path: string, headers: Record<string, string> = {}, trustProxy = 0, answer = new Response('ok')) {
  const spans: Span[] = []
  const noted: Attributes[] = []
  const trace: Trace = (span, work) => {
    spans.push(span)
    return work((more) => void noted.push(more))
  }
  await traceRequest(trace, new Request(`http://shop.test${path}`, { headers }), { trustProxy }, async () => answer)
  return { span: spans[0], noted }
}

test.for([
  ['/', '/'],
  ['/urun/keten-elbise', '/urun/keten-elbise'],
  ['/api/v1/products?q=gizli', '/api/v1/products'],
  ['/api/v1/orders/01a1f993-9e61-73c3-ae24-5a25296f3150', '/api/v1/orders/*'],
  ['/odeme/banka/GizliJeton', '/odeme/banka/*'],
  ['/odeme/1a2b3c', '/odeme/*'],
  ['/media/0123456789abcdef', '/media/*'],
  ['/media/0123456789abcde', '/media/0123456789abcde'],
  [`/${'z'.repeat(61)}/${'z'.repeat(62)}`, `/${'z'.repeat(61)}/*`],
  ['/-a//b.js', '/*/*/b.js'],
] as const)('the span of %s is named %s: ids and what somebody typed are a star', async ([path, named]) => {
  const { span } = await traced(path)
  expect(span).toEqual({
    name: `GET ${named}`,
    kind: 'server',
    attributes: { 'http.request.method': 'GET', 'url.path': named },
  })
})

test('its status and id are noted', async () => {
  const answer = new Response('', { status: 404, headers: { 'x-request-id': 'r1' } })
  const first = await traced('/', {}, 0, answer)
  expect(first.noted).toEqual([{ 'http.response.status_code': 404, 'butik.request_id': 'r1' }])
  expect((await traced('/')).noted).toEqual([{ 'http.response.status_code': 200, 'butik.request_id': '' }])
})

test('only a proxy of ours says to which trace it belongs', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  expect((await traced('/', { traceparent }, 1)).span?.parent).toBe(traceparent)
  expect((await traced('/', { traceparent }, 0)).span).not.toHaveProperty('parent')
  expect((await traced('/', {}, 1)).span).not.toHaveProperty('parent')
  expect((await traced('/', { traceparent: `${traceparent}-x` }, 1)).span).not.toHaveProperty('parent')
})
