import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi'
import { confirmedFailures } from './api.ts'
import { Failure } from './failures.ts'
import { type Call, calls, type MethodOf, type PatternOf } from './wire/calls.ts'

type Failures = Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 503, string>>
type Details = Omit<RouteConfig, 'method' | 'path' | 'responses'> & {
  /** Statuses of refusals, and when they are given. */
  failures?: Failures
  /** Answers 201, not 200. */
  created?: true
  /** Further answers that are no failures. */
  responses?: RouteConfig['responses']
}

type Json<T extends z.ZodType> = { description: string; content: { 'application/json': { schema: T } } }
type Responses<C extends Call, D extends Details> = (D extends { created: true }
  ? { 201: Json<(typeof calls)[C]> }
  : { 200: Json<(typeof calls)[C]> }) &
  (D extends { responses: infer Further } ? Further : unknown)
type RouteOf<C extends Call, D extends Details> = Omit<D, 'failures' | 'created' | 'responses'> & {
  method: Lowercase<MethodOf<C>>
  path: PatternOf<C>
  responses: Responses<C, D>
}

/** The route of a call: method, path and answer are those of the table in `wire/calls.ts`; the details say the rest. */
export function route<C extends Call, D extends Details>(call: C, { failures, created, responses, ...details }: D) {
  const [method, path] = call.split(' ')
  const success = { description: 'Success', content: { 'application/json': { schema: calls[call] } } }
  const config = {
    ...details,
    method: method?.toLowerCase(),
    path,
    responses: {
      ...failed({ ...usual(details.request), ...failures, ...('x-confirmed' in details ? confirmedFailures : {}) }),
      // A call that answers without a body documents no other success.
      ...(responses && 204 in responses ? {} : { [created ? 201 : 200]: success }),
      ...responses,
    } as object,
  }
  return createRoute(config as RouteOf<C, D>)
}

/** Failures of every call with a body. */
export const bodyFailures = { 413: 'The body is too large', 415: 'A body of another type' }

/** Said once for all calls, as the answer that they do not name. */
const anyFailure = {
  description:
    'Any call: a bearer token that is not good (401), a body that it does not take (413, 415), a bug (500), or a shop that cannot answer at the moment (503)',
  content: { 'application/json': { schema: Failure } },
}

/** Failures of every call with a query, a body or an id in its address. */
function usual(request: RouteConfig['request']): Failures {
  return {
    ...(request?.body || request?.query ? { 400: 'Invalid input' } : {}),
    ...(request?.params ? { 404: 'Nothing has this id' } : {}),
    ...(request?.body ? bodyFailures : {}),
  }
}

/** The refusals of a call, as the OpenAPI document shows them: its own, and those of any call. */
export function failed(failures: Failures): object {
  const named = Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: Failure } } },
  ])
  return { ...Object.fromEntries(named), default: anyFailure }
}
