import type { OpenAPIHono } from '@hono/zod-openapi'
import { html } from 'hono/html'
import { findBrand } from '#shop/settings/brand.ts'
import type { ApiEnv } from './api.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  description?: string
}
type Content = Record<string, { schema?: Schema }>
type Call = {
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Document = { paths: Record<string, Record<string, Call>>; components?: { schemas?: Record<string, Schema> } }

/** The OpenAPI 3.1 document at /api/v1/openapi.json, and the same drawn as one plain page at /api/v1/docs. */
export function docs(api: OpenAPIHono<ApiEnv>): void {
  const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', bearer)
  const documentOf = (config: { shopName: string; publicUrl: string }) =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: `${config.shopName} API`,
        version: '1',
        description: 'Money is TL with at most two decimals, dates are ISO 8601 UTC, ids are UUIDs.',
      },
      servers: [{ url: config.publicUrl }],
    })

  api.get('/api/v1/openapi.json', async (c) => {
    c.header('Cache-Control', 'public, no-cache')
    return c.json(documentOf(await findBrand(c.get('ctx'))))
  })
  api.get('/api/v1/docs/style.css', (c) => c.text(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  api.get('/api/v1/docs', async (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'")
    const brand = await findBrand(c.get('ctx'))
    // As its readers get it: what JSON cannot say is gone.
    const document: Document = JSON.parse(JSON.stringify(documentOf(brand)))
    return c.html(page(document, brand.shopName))
  })
}

function page(document: Document, shopName: string) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      path,
      method,
      call,
      id: `${method}-${path.replace(/\W+/g, '-')}`,
    })),
  )
  const groups = Map.groupBy(calls, ({ call }) => call.tags?.[0] ?? 'Other')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${shopName} API</title>
        <link rel="stylesheet" href="/api/v1/docs/style.css" />
      </head>
      <body>
        <nav>
          <h1>${shopName} API</h1>
          <p><a href="/api/v1/openapi.json">OpenAPI 3.1 document</a></p>
          ${[...groups].map(
            ([name, list]) =>
              html`<h2>${name}</h2>
                <ul>
                  ${list.map(
                    ({ id, method, path }) =>
                      html`<li><a href="#${id}"><b>${method.toUpperCase()}</b> ${path.replace('/api/v1', '')}</a></li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main>
          ${calls.map(({ id, method, path, call }) => section(id, method, path, call))}
          <h2>Schemas</h2>
          ${Object.entries(document.components?.schemas ?? {}).map(
            ([name, schema]) =>
              html`<section id="schema-${name}"><h3>${name}</h3><pre tabindex="0">${shape(schema)}</pre></section>`,
          )}
        </main>
      </body>
    </html>`
}

function section(id: string, method: string, path: string, call: Call) {
  return html`<section id="${id}">
    <h3><b class="${method}">${method.toUpperCase()}</b> ${path}</h3>
    <p>${call.summary}${call.security ? ' · needs a bearer token' : ''}</p>
    ${call.description ? html`<p>${call.description}</p>` : ''}
    ${
      call.parameters
        ? html`<h4>Parameters</h4>
            <ul>
              ${call.parameters.map(
                (p) =>
                  html`<li><code>${p.name}</code> (${p.in}${p.required ? ', required' : ''}) ${shape(p.schema)} ${p.description ?? p.schema?.description ?? ''}</li>`,
              )}
            </ul>`
        : ''
    }
    ${Object.entries(call.requestBody?.content ?? {}).map(
      ([type, { schema }]) => html`<h4>Body · ${type}</h4><pre tabindex="0">${shape(schema)}</pre>`,
    )}
    <h4>Answers</h4>
    ${Object.entries(call.responses).map(([code, answer]) => {
      const schema = Object.values(answer.content ?? {})[0]?.schema
      return html`<details><summary><code>${code}</code> ${answer.description}</summary><pre tabindex="0">${shape(schema)}</pre></details>`
    })}
  </section>`
}

/** A schema in the way that a TypeScript type reads. */
function shape(schema: Schema | undefined, indent = ''): string {
  if (!schema) return 'unknown'
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((variant) => shape(variant, indent)).join(' | ')
  if (schema.items) return `${shape(schema.items, indent)}[]`
  if (schema.properties) {
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const note = property.description ? `  // ${property.description}` : ''
      return `${indent}  ${name}${schema.required?.includes(name) ? '' : '?'}: ${shape(property, `${indent}  `)}${note}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'unknown')
  return schema.format ? `${type} (${schema.format})` : type
}

const style = `body{margin:0;display:grid;grid-template-columns:20rem minmax(0,1fr);font:16px/1.5 system-ui,sans-serif;background:#FBF8F4;color:#1F1A17}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem;border-right:1px solid #E7DFD6;box-sizing:border-box;font-size:.875rem}
nav ul{list-style:none;padding:0;margin:0}nav li{padding:.125rem 0;overflow-wrap:anywhere}main{padding:1.5rem 3rem;max-width:60rem}
section{padding:1.5rem 0;border-bottom:1px solid #E7DFD6;scroll-margin-top:1rem}h1{font-size:1.375rem}h2{font-size:1rem;margin:1.5rem 0 .5rem}h3{overflow-wrap:anywhere}
pre{background:#fff;border:1px solid #E7DFD6;padding:1rem;overflow:auto;font-size:.8125rem}code{background:#fff;padding:0 .25rem}a{color:#A8321C}
h3 b{color:#A8321C}summary{cursor:pointer;padding:.25rem 0}@media(max-width:800px){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}`
