import { describe, expect } from 'vitest'
import { promisesOf, usualTerms } from '#shop/settings/promises.ts'
import { sectionPath, sections } from '#shop/settings/sections.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

async function open(app: App, path: string) {
  const response = await app.fetch(new Request(`http://shop.test${path}`))
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('information page', () => {
  test('shows each section at its address, the same for everybody', async ({ app, ctx }) => {
    const titles = new Set<string>()
    for (const { id } of sections) {
      const { status, headers, html } = await open(app, `/bilgi?section=${id}`)
      expect(status, id).toBe(200)
      expect(headers.get('cache-control'), id).toBe('public, no-cache')
      expect(headers.get('etag'), id).toBeTruthy()
      expect(html.match(/<h1[\s>]/g), id).toHaveLength(1)
      expect(html, id).not.toMatch(/\sstyle="/)
      expect(html, id).toContain(`rel="canonical" href="${ctx.config.publicUrl}${sectionPath(id)}"`)
      expect(html, id).toMatch(/<meta name="description" content="[^"]{60,}"/)
      expect(html, id).toMatch(new RegExp(`aria-current="page"[^>]*href="/bilgi\\?section=${id}"`))
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    }
    expect(titles.size).toBe(sections.length)
  })

  test('shows the brand story where no section, or an unknown one, is asked for', async ({ app, ctx }) => {
    for (const path of ['/bilgi', '/bilgi?section=yok', '/bilgi?section=__proto__']) {
      const { status, html } = await open(app, path)
      expect([status, html.includes('Misyonumuz')], path).toEqual([200, true])
      expect(html).toContain(`rel="canonical" href="${ctx.config.publicUrl}/bilgi"`)
    }
  })

  test('says the rules of returns as every other page', async ({ app, ctx }) => {
    const { html } = await open(app, '/bilgi?section=teslimat-iade')
    for (const rule of Object.values(promisesOf(usualTerms).rules)) expect(html).toContain(rule)
    const product = await aProduct(ctx)
    expect((await open(app, `/urun/${product.slug}`)).html).toContain('15 gün içinde ücretsiz iade')
  })

  test('has the application in seven parts, which never ends up in an address', async ({ app }) => {
    const { html } = await open(app, '/bilgi?section=bizimle-calis')
    expect(html).not.toMatch(/<div hidden=""|<template id="B:/)
    const parts = [...html.matchAll(/<legend[^>]*>(\d)(?:<!-- -->)?\. /g)].map(([, number]) => number)
    expect(parts).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(html).toContain('Başvurumu Gönder')
    expect(html).toContain('5 iş günü')
    expect(html).toContain('accept=".pdf,.jpg,.jpeg,.png"')
    const page = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    for (const form of page.match(/<form[^>]*>/g) ?? []) expect(form).toContain('method="post"')
    for (const box of html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []) expect(box).not.toContain('checked')
  })
})

describe('footer', () => {
  test('leads to every section in a new tab and takes a report', async ({ app }) => {
    const { html } = await open(app, '/bilgi')
    const footer = html.slice(html.indexOf('<footer'))
    for (const { id } of sections) expect(footer).toMatch(new RegExp(`href="/bilgi\\?section=${id}" target="_blank"`))
    expect(footer).toContain('Sorun Bildirimi')
    expect(footer).toMatch(/<textarea [^>]*name="problem"/)
  })
})
