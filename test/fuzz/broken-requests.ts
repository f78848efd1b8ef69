import fc, { type Arbitrary } from 'fast-check'
import { files, nasty, nastyIds } from './nasty-values.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
export type Call = {
  security?: unknown[]
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type OpenApi = { paths: Record<string, Record<string, Call>>; components: { schemas: Record<string, Schema> } }

/** Valid values by field name; without them hardly a request would get past the first check. */
export type Known = Record<string, readonly unknown[]>

export type Sent = { path: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> | Form }
type Form = { [field: string]: unknown }

type Input = { path: string; call: Call; document: OpenApi; known: Known; examples?: readonly unknown[] }

/** Generates requests of one call: valid ones, and ones broken in many ways. */
export function requestsOf({ path, call, document, known, examples = [] }: Input): Arbitrary<Sent> {
  const make = makerOf(document, known)
  const parameters = (place: string) => (call.parameters ?? []).filter((p) => p.in === place)
  const inPath = fc.record(
    Object.fromEntries(parameters('path').map((p) => [p.name, mostly(make(p.schema ?? {}, idName(path)), nastyIds)])),
  )
  const idempotencyKey = fc.option(fc.oneof(fc.uuid(), fc.constantFrom('a', '%', "'", 'x'.repeat(300))))
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const generated = content ? make(content.schema, '') : fc.constant(undefined)
  const good =
    examples.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples) }, generated) : generated
  return fc
    .record({
      inPath,
      inQuery: queriesOf(parameters('query').map((p) => [p.name, make(p.schema ?? {}, p.name)])),
      key: parameters('header').length > 0 ? idempotencyKey : fc.constant(null),
      body: type ? bodiesOf(type, good) : fc.constant<Body>({ headers: {} }),
    })
    .map(({ inPath, inQuery, key, body }) => ({
      path: fill(path, inPath) + queryOf(inQuery),
      headers: { ...body.headers, ...(key ? { 'idempotency-key': key } : {}) },
      body: body.body,
    }))
}

type Query = (readonly [name: string, value: unknown])[]

/** Generates some of the parameters, now and then one that is invalid or repeated. */
function queriesOf(parameters: [name: string, Arbitrary<unknown>][]): Arbitrary<Query> {
  if (parameters.length === 0) return fc.constant([])
  const good = fc
    .record(Object.fromEntries(parameters), {
      requiredKeys: parameters.length > 3 ? [] : parameters.map(([name]) => name),
    })
    .map((values) => Object.entries(values))
  const bad = fc.tuple(fc.constantFrom(...parameters.map(([name]) => name)), nasty)
  return fc.oneof(
    good,
    fc.tuple(good, bad).map(([query, one]) => [...query.filter(([name]) => name !== one[0]), one]),
    fc.tuple(good, bad).map(([query, one]) => [...query, one]),
  )
}

/** Names the ids that a path takes: `orders` for `/admin/orders/{id}/notes`. */
function idName(path: string): string {
  return /([a-z-]+)\/\{/.exec(path)?.[1] ?? ''
}

function fill(path: string, values: Record<string, unknown>): string {
  // Some of the nasty ids are sent percent-encoded.
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    return /%/.test(value) ? value : encodeURIComponent(wellFormed(value)).slice(0, 8000) || '%20'
  })
}

function queryOf(query: Query): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, plain(value)])).toString()
  return search ? `?${search}`.slice(0, 9000).replace(/%[0-9A-F]?$/, '') : ''
}

function makerOf({ components }: OpenApi, known: Known) {
  return function make(schema: Schema, name: string): Arbitrary<unknown> {
    if (schema.$ref) return make(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name)
    const values = known[name]
    if (values) return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, fc.uuid({ version: 7 }))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return fc.oneof(...variants.map((one) => make(one, name)))
    const types = [schema.type ?? 'string'].flat()
    const number = types.find((type) => type === 'integer' || type === 'number')
    // A number that is also taken as text.
    const asText = (type: string) => number !== undefined && type === 'string'
    return fc.oneof(
      ...types.map((type) =>
        asText(type) ? ofType(number ?? type, schema, make).map(String) : ofType(type, schema, make),
      ),
    )
  }
}

function ofType(
  type: string,
  schema: Schema,
  make: (s: Schema, name: string) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const { minimum = schema.exclusiveMinimum ?? 0, maximum = 2_000_000 } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
      return fc.integer({ min: minimum * 100 + 1, max: maximum * 100 }).map((kurus) => kurus / 100)
    case 'array':
      return fc.array(make(schema.items ?? {}, ''), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields = Object.entries(properties).map(([name, property]) => {
        const list = property.type === 'array' && property.items ? { ...property, items: property.items } : undefined
        const field = list
          ? fc.array(make(list.items, name), { minLength: list.minItems ?? 0, maxLength: 3 })
          : make(property, name)
        return [name, field] as const
      })
      return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
    }
    default:
      return textOf(schema)
  }
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema): Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.constantFrom('ayse@posta.example', 'IŞIL@posta.example')
  if (format === 'date') return fc.constantFrom('2026-11-19', '2026-02-28')
  if (format === 'binary') return files
  return fc.oneof(
    fc.constantFrom('Işıl Gümüş', 'keten elbise', 'Bağdat Caddesi 1/2'),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
  )
}

function mostly(good: Arbitrary<unknown>, bad: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad })
}

type Body = { headers: Record<string, string>; body?: Sent['body'] }

function bodiesOf(type: string, good: Arbitrary<unknown>): Arbitrary<Body> {
  const form = type === 'multipart/form-data'
  const broken = fc
    .tuple(good, fc.nat(), fc.oneof(nasty, fc.constant(missing)))
    .map(([body, n, bad]) => withOne(body, n, bad))
  const extra = good.map((body) => ({
    ...Object(body),
    role: 'ADMIN',
    isAdmin: true,
    id: 1,
    constructor: 1,
    price: 0.01,
  }))
  const fields = fc.oneof({ weight: 4, arbitrary: good }, { weight: 6, arbitrary: broken }, extra)
  const readable: Arbitrary<Body> = form
    ? fields.map((body) => ({ headers: {}, body: Object(body) as Form }))
    : fields.map((body) => ({ headers: { 'content-type': type }, body: JSON.stringify(body) }))
  const unreadable: Arbitrary<Body> = form ? brokenForms : brokenJson
  const wrongType = fields.chain((body) =>
    fc
      .constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'application/json; charset=utf-16',
        'x',
      )
      .map((type) => ({ headers: { 'content-type': type }, body: JSON.stringify(body) })),
  )
  return fc.oneof({ weight: 10, arbitrary: readable }, { weight: 2, arbitrary: unreadable }, wrongType)
}

const brokenJson: Arbitrary<Body> = fc
  .constantFrom<NonNullable<Sent['body']>>(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1e999',
    '{"a":1e999}',
    '\0',
    '{"__proto__":{"role":"ADMIN"}}',
    '\ufeff{}',
    '{} {}',
    '['.repeat(40_000),
    `${'['.repeat(9000)}${']'.repeat(9000)}`,
    '{"a":'.repeat(15_000),
    `{"a":"${'x'.repeat(99_000)}"}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  )
  .map((body) => ({ headers: { 'content-type': 'application/json' }, body }))

const brokenForms: Arbitrary<Body> = fc
  .constantFrom(
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', ''],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nhalf'],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nno name\r\n--b--\r\n'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['multipart/form-data; boundary=', '--\r\n'],
    [
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(20_000)}"\r\n\r\nx\r\n--b--`,
    ],
    ['application/json', '{}'],
  )
  .map(([type = '', body = '']) => ({ headers: { 'content-type': type }, body }))

const missing = Symbol('missing')

/** Replaces or removes the value at one place, however deep. */
function withOne(body: unknown, n: number, bad: unknown): unknown {
  const copy: unknown = structuredClone(body)
  const places: { in: Form; name: string }[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null || 'bytes' in value) return
    for (const [name, inner] of Object.entries(value)) {
      places.push({ in: value as Form, name })
      walk(inner)
    }
  }
  walk(copy)
  const place = places[n % Math.max(1, places.length)]
  if (!place) return bad === missing ? {} : bad
  if (bad === missing) delete place.in[place.name]
  else place.in[place.name] = bad
  return copy
}

/** Writes a value as the text of a form field or query. */
export function plain(value: unknown): string {
  return wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}
