import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from './api.ts'

/** The OpenAPI 3.1 document at /api/v1/openapi.json and a page to browse it at /api/v1/docs. */
export function docs(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  api.get('/api/v1/openapi.json', (c) => {
    c.header('Cache-Control', 'public, no-cache')
    return c.json(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: `${c.get('ctx').config.shopName} API`,
          version: '1',
          description: 'Money is TL with at most two decimals, dates are ISO 8601 UTC, ids are UUIDs.',
        },
        servers: [{ url: c.get('ctx').config.publicUrl }],
      }),
    )
  })

  // The viewer comes from its npm package; it styles itself, hence the policy of this one page.
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
  api.get('/api/v1/docs', (c) => {
    c.header('Content-Security-Policy', policy)
    return c.html(`<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/api/v1/docs/viewer.js"></script></head><body>
<rapi-doc spec-url="/api/v1/openapi.json" render-style="read" theme="light" primary-color="#A8321C" bg-color="#FBF8F4"
show-header="false" allow-server-selection="false" load-fonts="false"></rapi-doc></body></html>`)
  })
  api.get('/api/v1/docs/viewer.js', async (c) => {
    const path = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js')
    c.header('Cache-Control', 'public, max-age=3600')
    return c.body(await readFile(path), 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })
}
