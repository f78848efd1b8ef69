import { OpenAPIHono } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { type ApiEnv, answerFailure, smallBody } from './api.ts'
import { authenticate } from './authenticate.ts'
import { categories } from './categories.ts'
import { docs } from './docs.ts'
import { products } from './products.ts'

/** All of /api/v1; the caller passes the request's ctx in the environment. */
export function mountApi() {
  const api = new OpenAPIHono<ApiEnv & { Bindings: { ctx: Ctx } }>()
  api.onError(answerFailure)
  api.notFound((c) => answerFailure(notFound('Böyle bir adres yok.'), c))
  api.use(async (c, next) => {
    c.set('ctx', c.env.ctx)
    c.header('Cache-Control', 'no-store')
    await next()
  })
  api.use('/api/v1/*', authenticate)
  api.use('/api/v1/*', smallBody)
  const v1 = new OpenAPIHono<ApiEnv>()
  v1.route('/', products)
  v1.route('/', categories)
  api.route('/api/v1', v1)
  docs(api)
  return api
}
