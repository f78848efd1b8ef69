import { expect } from 'vitest'
import { type Actor, newId } from '#shop/ctx.ts'
import { type Right, rights } from '#shop/rights.ts'
import { aUser, signIn } from '../../test/factories.ts'
import { test } from '../../test/shop.ts'
import { mountApi } from '../mount.ts'

/** 'any': about the caller herself. */
type Call = { method: string; path: string; right: Right | 'any' | undefined }

const api = mountApi({ pictureBytes: 1 })

/** Every call under /admin: what the router would run, and the right that the document names for it. */
function panelCalls(): Call[] {
  const document = api.getOpenAPIDocument({ openapi: '3.0.0', info: { title: '', version: '' } })
  const routes = api.routes.filter(({ path, method }) => path.startsWith('/api/v1/admin/') && method !== 'ALL')
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()].map((route) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const documented = new Map<string, unknown>(Object.entries(document.paths[path] ?? {})).get(
      route.method.toLowerCase(),
    )
    const named = isObject(documented) && documented['x-right']
    const right = named === 'any' ? named : rights.find((right) => right === named)
    return { method: route.method, path, right }
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const calls = panelCalls()

function requestOf({ method, path }: Call, token?: string): Request {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' }
  const body = method === 'GET' ? undefined : '{}'
  return new Request(`http://shop.test${path.replace(/\{\w+\}/g, newId())}`, { method, headers, body })
}

test('every call of the panel names its right, in the OpenAPI document too', () => {
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(({ right }) => right === undefined)).toEqual([])
  const named = new Set(calls.map(({ right }) => right))
  expect(named).toEqual(new Set([...rights, 'any']))
})

test('guests and customers are refused by every call of the panel', async ({ ctx, app }) => {
  const customer = await signIn(ctx, await aUser(ctx))
  for (const call of calls) {
    expect((await app.fetch(requestOf(call))).status, `${call.method} ${call.path} of a guest`).toBe(401)
    expect((await app.fetch(requestOf(call, customer))).status, `${call.method} ${call.path} of a customer`).toBe(403)
  }
})

test('the right that a call names is the one it needs, and the only one', async ({ ctx, as }) => {
  const { id } = await aUser(ctx)
  const statusWith = async (call: Call, held: readonly Right[]) => {
    const actor: Actor = { kind: 'user', id, sessionId: newId(), address: '203.0.113.7', rights: held }
    const answer = await api.fetch(requestOf(call), { ctx: as(actor) })
    await answer.body?.cancel()
    return answer.status
  }
  for (const call of calls.filter(({ right }) => right !== 'any')) {
    const others = rights.filter((right) => right !== call.right)
    expect(await statusWith(call, others), `${call.method} ${call.path} without it`).toBe(403)
    const named = rights.filter((right) => right === call.right)
    expect([401, 403, 500], `${call.method} ${call.path} with it`).not.toContain(await statusWith(call, named))
  }
})
