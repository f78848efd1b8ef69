import { expect } from 'vitest'
import { staffRoles } from '#shop/accounts/schema.ts'
import { rightsOf, roleColumns, roleName } from '#shop/accounts/staff/rights-of.ts'
import { readyRoles } from '#shop/accounts/staff/role-rights.ts'
import { type Actor, newId } from '#shop/ctx.ts'
import { callRights, type Right, rights, type Sight, sights } from '#shop/rights.ts'
import { aHelper } from '../../test/accounts/helper.ts'
import { aUser, signIn } from '../../test/factories.ts'
import { test } from '../../test/shop.ts'
import { mountApi } from '../mount.ts'

/** 'any': about the caller herself. */
type Call = { method: string; path: string; right: Right | 'any' | undefined; sights: Sight[] }

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
    const right = named === 'any' ? named : callRights.find((right) => right === named)
    const needed = isObject(documented) && Array.isArray(documented['x-sights']) ? documented['x-sights'] : []
    return { method: route.method, path, right, sights: sights.filter((sight) => needed.includes(sight)) }
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const calls = panelCalls()

function requestOf({ method, path }: Pick<Call, 'method' | 'path'>, token?: string): Request {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' }
  const body = method === 'GET' ? undefined : '{}'
  return new Request(`http://shop.test${path.replace(/\{\w+\}/g, newId())}`, { method, headers, body })
}

test('every call of the panel names its right, in the OpenAPI document too', () => {
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(({ right }) => right === undefined)).toEqual([])
  const named = new Set(calls.map(({ right }) => right))
  expect(named).toEqual(new Set([...callRights, 'any']))
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
    expect([401, 403, 500], `${call.method} ${call.path} with it`).not.toContain(
      await statusWith(call, [...named, ...call.sights]),
    )
    for (const sight of call.sights) {
      const blind = [...named, ...call.sights.filter((other) => other !== sight)]
      expect(await statusWith(call, blind), `${call.method} ${call.path} without ${sight}`).toBe(403)
    }
  }
})

test('what a screen reads is for whom the screen is, and for nobody else of the staff', async ({ ctx, api }) => {
  const read = async (path: string, held: Right[]) =>
    (await api('GET', path, { token: await aHelper(ctx, held) })).status
  for (const [path, right] of [
    ['/admin/settings/door', 'settings'],
    ['/admin/settings/installments', 'settings'],
    ['/admin/feeds', 'settings'],
    ['/admin/weight-classes', 'catalog'],
  ] as const) {
    const others = rights.filter((other) => other !== right)
    expect([path, await read(path, others), await read(path, [right])]).toEqual([path, 403, 200])
  }
})

test('a list is taken out of the shop as a file by who may read it, and by nobody else', () => {
  const rightOf = (path: string) =>
    calls.find((call) => call.method === 'GET' && call.path === `/api/v1/admin${path}`)?.right
  for (const list of ['/products', '/orders', '/customers', '/gift-cards'])
    expect([list, rightOf(`/exports${list}`)]).toEqual([list, rightOf(list)])
})

test('an accountant reads orders, payments, invoices and reports, and changes nothing of them', () => {
  const held: readonly Right[] = readyRoles.accounting.rights
  const hers = calls.filter(({ right, sights }) => [right, ...sights].every((one) => held.some((each) => each === one)))
  expect(hers.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(hers.map(({ path }) => path.replace('/api/v1/admin', ''))).toEqual(
    expect.arrayContaining([
      ...['/orders', '/orders/{id}', '/orders/{id}/invoice.xml', '/orders/{id}/invoices/{invoiceId}'],
      ...['/invoices/export', '/payments', '/transfers', '/exports/orders', '/reports/{name}', '/events'],
    ]),
  )
})

test('each ready-made role may call what its rights name, and nothing else', async ({ ctx, as, api: shop }) => {
  const rows = await ctx.db.select(roleColumns).from(staffRoles)
  expect(rows).toHaveLength(5)
  for (const row of rows) {
    const { id } = await aUser(ctx, { staffRoleId: row.id })
    const token = await signIn(ctx, { ...(await aUser(ctx)), id })
    const held: Right[] = (await shop('GET', '/admin/me', { token })).body.data.rights
    expect(held).toEqual(rightsOf(row))
    const actor: Actor = { kind: 'user', id, sessionId: newId(), address: '203.0.113.7', rights: held }
    for (const call of calls) {
      const needed = [...(call.right && call.right !== 'any' ? [call.right] : []), ...call.sights]
      const answer = await api.fetch(requestOf(call), { ctx: as(actor) })
      await answer.body?.cancel()
      const may = needed.every((right) => held.includes(right))
      expect(answer.status === 403, `${roleName(row)}: ${call.method} ${call.path}: ${answer.status}`).toBe(!may)
    }
  }
})
