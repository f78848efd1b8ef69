import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type OpenApi, plain, requestsOf, type Sent } from '#test/fuzz/broken-requests.ts'
import { openFuzzedShop, secrets } from '#test/fuzz/fuzzed-shop.ts'
import type { AnyFile } from '#test/fuzz/nasty-values.ts'

/** Every call of the shop's own document, with requests right and wrong; the same ones at each run. */
const seed = 20_261_120
const roles = ['guest', 'shopper', 'admin'] as const
type Role = (typeof roles)[number]

let shop: Awaited<ReturnType<typeof openFuzzedShop>>
let calls: { method: string; path: string; call: Call }[]
let document: OpenApi

beforeAll(async () => {
  shop = await openFuzzedShop()
  document = JSON.parse(await (await shop.fetch(new Request(`${origin}/api/v1/openapi.json`))).text())
  // The document leaves out calls that banks, mail programs and browsers make.
  const paths = { ...document.paths, ...undocumented }
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
  )
  // Calls that delete come last.
  calls.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
})
afterAll(() => shop?.close())

const origin = 'http://shop.test'
const anything = {
  content: { 'application/json': { schema: { type: 'object', properties: { iyziEventType: {}, token: {} } } } },
}
const undocumented: OpenApi['paths'] = {
  '/api/v1/payments/3ds-callback': {
    post: { parameters: [{ name: 'conversationId', in: 'query' }], requestBody: anything },
  },
  '/media/{name}': { get: { parameters: [{ name: 'name', in: 'path' }] } },
  '/odeme/banka/{id}': { get: { parameters: [{ name: 'id', in: 'path' }] } },
  '/demo-bank/3ds/{id}': {
    get: { parameters: [{ name: 'id', in: 'path' }] },
    post: { parameters: [{ name: 'id', in: 'path' }], requestBody: anything },
  },
}

/** Each call is tried hardest by those for whom it is; a call without input has only one answer. FUZZ_RUNS tries harder. */
function runsOf(role: Role, path: string, call: Call): number {
  if (!call.parameters && !call.requestBody) return 2
  const meant: Role = isForAdmins(path) ? 'admin' : call.security ? 'shopper' : 'guest'
  return role === meant ? Number(process.env.FUZZ_RUNS ?? 16) : 3
}

function isForAdmins(path: string): boolean {
  return /^\/api\/v1\/(admin|demo-bank)\//.test(path)
}

for (const role of roles) {
  test(`whatever the ${role} sends, the shop stands and says nothing that it should not`, async () => {
    const failures: string[] = []
    for (const { method, path, call } of calls) {
      const requests = requestsOf({
        path,
        call,
        document,
        known: shop.known,
        examples: shop.examples[`${method} ${path}`],
      })
      let token = await shop.tokenOf(role)
      const property = fc.asyncProperty(requests, async (sent) => {
        shop.complaints.length = 0
        const answer = await ask(method, sent, token)
        if (answer.status === 401 && role !== 'guest') token = await shop.tokenOf(role)
        expect(answer.status, `status; ${shop.complaints}`).toBeLessThan(500)
        judge(path, answer)
        if (role === 'guest' ? call.security : role === 'shopper' && isForAdmins(path)) {
          expect(answer.status, 'a call that is not hers').toBeGreaterThanOrEqual(400)
        }
      })
      const result = await fc.check(property, { seed, numRuns: runsOf(role, path, call) })
      if (result.failed)
        failures.push(`${method} ${describe(result.counterexample?.[0])}\n${short(String(result.errorInstance), 1500)}`)
    }
    expect(failures.join('\n\n')).toBe('')
  }, 120_000)
}

type Answer = { status: number; type: string; text: string }

async function ask(method: string, sent: Sent, token: string | undefined): Promise<Answer> {
  const headers = { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const body =
    sent.body === undefined || typeof sent.body === 'string' || sent.body instanceof Uint8Array
      ? sent.body
      : formOf(sent.body)
  const request = new Request(origin + sent.path, { method, headers, body })
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within ten seconds')), 10_000)
  })
  try {
    const response = await Promise.race([shop.fetch(request), tooLong])
    const type = response.headers.get('content-type') ?? ''
    // A stream ends only with its reader.
    if (type.startsWith('text/event-stream')) await response.body?.cancel()
    return { status: response.status, type, text: response.bodyUsed ? '' : await response.text() }
  } finally {
    clearTimeout(timer)
  }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (typeof one === 'object' && one && 'bytes' in one) {
        const { file, bytes, type } = one as AnyFile
        form.append(name, new File([bytes], file, { type }))
      } else form.append(name, plain(one))
    }
  }
  return form
}

/** Words that only the inside of a program would use. */
const inside =
  /\bat .+:\d+:\d+|Failed query|insert into|select "|violates|syntax error|node_modules|\.tsx?:\d|\/(home|work|tmp|root)\//

function judge(path: string, { status, type, text }: Answer) {
  for (const secret of secrets) expect(text.includes(secret), `holds ${secret}`).toBe(false)
  if (status < 400) return
  expect(text).not.toMatch(inside)
  if (type.startsWith('text/html') && !path.startsWith('/api/')) return
  expect(type).toMatch(/^application\/json/)
  const body = JSON.parse(text)
  expect(body).toMatchObject({
    success: false,
    code: expect.stringMatching(/^[A-Z]+(_[A-Z]+)*$/),
    message: expect.stringMatching(/\S \S/),
  })
  expect(['string', 'object']).toContain(typeof body.error)
  expect(JSON.stringify(body.error).length, 'error').toBeGreaterThan(4)
  expect(body.message).not.toMatch(/\b(invalid|expected|must|required|string|the|malformed|error)\b/i)
}

function describe(sent: Sent | undefined): string {
  return short(
    JSON.stringify(sent, (_, value) => (value instanceof Uint8Array ? `${value.length} bytes` : value)),
    700,
  )
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
