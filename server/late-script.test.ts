import { describe, expect, test, vi } from 'vitest'
import { scriptAfterPaint, starter, withItsData } from './late-script.ts'

const context = '{"basename":"/","isSpaMode":false,"text":"\\u003c/script>"}'
const module = [
  'import "/assets/manifest-1.js";',
  'import * as route0 from "/assets/root-1.js";',
  'import * as route1 from "/assets/listing-1.js";',
  '  window.__reactRouterRouteModules = {"root":route0,"storefront/listing":route1};',
  '',
  'import("/assets/entry.client-1.js");',
].join('\n')
const stream = 'window.__reactRouterContext.stream = new ReadableStream({}).pipeThrough(new TextEncoderStream());'
const scroll = '<script>((storageKey, restoreKey) => { scrollTo(0, 1) })("positions", null)</script>'
const data = '[{"_1":2},"</script><b>"]\n'

type Parts = { before?: string; context?: string; module?: string }

/** A page as the router writes it. */
const page = (given: Parts = {}) => {
  const parts = { before: scroll, context, module, ...given }
  return [
    '<html><head><link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="modulepreload" href="/assets/a.js"/>',
    `<link rel="stylesheet" href="/assets/a.css"/></head><body><h1>Elbise</h1>${parts.before}`,
    `<script>window.__reactRouterContext = ${parts.context};${stream}</script>`,
    `<script type="module" async="">${parts.module}</script>`,
    '</body></html>',
  ].join('')
}
const empty = '<script type="text/plain"></script>'
const pressed = (html: string) => scriptAfterPaint({ html, data })
const dataOf = (html: string) => JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '')

describe('the script of a page', () => {
  test('is fetched by the one that every page has, from data that nothing runs', () => {
    const html = pressed(page())
    expect(dataOf(html)).toEqual({
      context: { basename: '/', isSpaMode: false, text: '</script>' },
      preloads: ['/assets/entry.client-1.js', '/assets/a.js'],
      manifest: '/assets/manifest-1.js',
      routes: { root: '/assets/root-1.js', 'storefront/listing': '/assets/listing-1.js' },
      entry: '/assets/entry.client-1.js',
    })
    const told = /<script type="application\/json">.*?<\/script>/.exec(html)?.[0]
    expect(html).toBe(
      `<html><head><link rel="stylesheet" href="/assets/a.css"/></head><body><h1>Elbise</h1>${empty}${empty}${told}` +
        `<script>${starter}</script><script type="text/plain">[{"_1":2},"\\u003c/script>\\u003cb>"]\n</script></body></html>`,
    )
    expect(told).not.toContain('</script>"')
  })

  test('stays away only from what stands before it: words of the page are left alone', () => {
    const quoted = `<p>((storageKey, restoreKey) =></p>`
    const html = pressed(page({ before: `${quoted}${scroll}<p>sonra</p>` }))
    expect(html).toContain(`<h1>Elbise</h1>${quoted}${empty}<p>sonra</p>${empty}`)
    expect(pressed(page({ before: '' }))).toContain(`<h1>Elbise</h1>${empty}<script type="application/json">`)
  })

  test.for([
    ['no context', page().replace('window.__reactRouterContext = ', 'window.other = ')],
    ['a context of another form', page({ context: '[]' })],
    ['no module', page().replace('<script type="module" async="">', '<script type="module">')],
    ['no manifest', page({ module: module.replace('import "/assets/manifest-1.js";', '') })],
    ['no entry', page({ module: module.replace('import("/assets/entry.client-1.js");', '') })],
    ['no routes', page({ module: module.replace('__reactRouterRouteModules', 'modules') })],
    ['no script at all', '<html><body>Bakımdayız</body></html>'],
  ] as const)('that has %s is left as the router wrote it, with its data where the router puts them', ([, html]) => {
    expect(pressed(html)).toBe(withItsData({ html, data }))
  })

  test('gets the data as a text of its own, and none where the router would read none', () => {
    const html = withItsData({ html: page(), data })
    const script = /<script>(window\.__reactRouterContext\.streamController.*?)<\/script><\/body><\/html>$/s.exec(
      html,
    )?.[1]
    const streamController = { enqueue: vi.fn(), close: vi.fn() }
    new Function('window', script ?? '')({ __reactRouterContext: { streamController } })
    expect(streamController.enqueue.mock.calls).toEqual([[data]])
    expect(streamController.close).toHaveBeenCalledOnce()
    expect(withItsData({ html: '<html><body>Bakımdayız</body></html>', data })).toBe(
      '<html><body>Bakımdayız</body></html>',
    )
  })

  test('of a route that is in no file is empty, so that it is seen', () => {
    const html = pressed(page({ module: module.replace('import * as route1 from "/assets/listing-1.js";\n', '') }))
    expect(dataOf(html).routes).toEqual({ root: '/assets/root-1.js', 'storefront/listing': '' })
  })
})

test('what every page starts with has no byte for nothing', () => {
  expect(starter).toMatch(/^;\(\(\) => \{\n/)
  expect(starter).not.toMatch(/^\s|\/\*\*|^\s*\/\//m)
  expect(() => new Function(starter)).not.toThrow()
})
