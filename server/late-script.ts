import type { RenderedPage } from '#app/context.ts'
import source from './starter.js?raw'

/**
 * A page can be read, looked at and followed before its script runs. The script is therefore fetched once the page has been
 * painted with its first pictures, or at the first touch: on a slow line words and pictures have the line to themselves.
 * The typefaces wait too, unless an earlier page of the shop has left them in the browser's cache. Until the page works,
 * app/browser/input-so-far.ts keeps what is pressed, ticked or typed, and then does it again. After a touch the shopper may
 * have scrolled on from where a reload had brought her: the router is not to bring her back there.
 *
 * The router's scripts in the page become data here, which no browser runs, and what the loaders gave stands behind them. The one
 * script of every page is `starter`, so the policy can name it whatever the page holds (docs/decisions/0016-one-script-in-the-page.md).
 */
export function scriptAfterPaint({ html, data }: RenderedPage): string {
  const begin = html.lastIndexOf(contextScript)
  const module = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html.slice(begin))
  const parts = module?.[1] === undefined ? undefined : partsOf(module[1])
  const context = /^<script>window\.__reactRouterContext = (\{.*?\});window\./.exec(html.slice(begin))?.[1]
  if (begin < 0 || !module || !parts || !context) return withItsData({ html, data })
  const preloads: string[] = []
  const before = html.slice(0, begin).replaceAll(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    preloads.push(href)
    return ''
  })
  return (
    withoutScroll(before) +
    empty +
    `<script type="application/json">${asText(JSON.stringify({ context: JSON.parse(context), preloads, ...parts }))}</script>` +
    `<script>${starter}</script><script type="text/plain">${asText(data)}</script>` +
    html.slice(begin + module.index + module[0].length)
  )
}

/** With the data in a script, as the router itself would write it. */
export function withItsData({ html, data }: RenderedPage): string {
  const stream = 'window.__reactRouterContext.streamController'
  const script = `<script>${stream}.enqueue(${asText(JSON.stringify(data))});${stream}.close();</script>`
  return html.includes(contextScript) ? html.replace('</body></html>', () => `${script}</body></html>`) : html
}

/** A `<` within a script opens no tag but can end the script; in a JSON string it can be escaped. */
const asText = (json: string) => json.replaceAll('<', '\\u003c')

const contextScript = '<script>window.__reactRouterContext = '
/** In the place of a script of the router's, which React will look for. */
const empty = '<script type="text/plain"></script>'

/** Drops the script that scrolls back after a reload: the starter does that. */
function withoutScroll(html: string): string {
  const begin = html.lastIndexOf('<script>((storageKey, restoreKey) =>')
  const end = html.indexOf('</script>', begin)
  return begin < 0 ? html : html.slice(0, begin) + empty + html.slice(end + '</script>'.length)
}

type Parts = { manifest: string; routes: Record<string, string>; entry: string }

/** The modules that the router's script fetches, in its order; undefined when its form is unknown. */
function partsOf(code: string): Parts | undefined {
  const manifest = /^import ("[^"]+");/.exec(code)?.[1]
  const entry = /import\(("[^"]+")\);\s*$/.exec(code)?.[1]
  const ids = /__reactRouterRouteModules = \{(.*)\};/.exec(code)?.[1]
  if (!manifest || !entry || !ids) return undefined
  const hrefs = new Map(
    [...code.matchAll(/import \* as (route\d+) from ("[^"]+");/g)].map(([, name, href]) => [name, href]),
  )
  const routes = [...ids.matchAll(/("[^"]+"):(route\d+)/g)].map(([, id = '', name]) => [
    JSON.parse(id),
    JSON.parse(hrefs.get(name) ?? '""'),
  ])
  return { manifest: JSON.parse(manifest), routes: Object.fromEntries(routes), entry: JSON.parse(entry) }
}

/** The script of every page: the build has minified it (vite.config.ts); elsewhere it is without comments and indentation. */
export const starter = source
  .replace(/\/\*\*.*?\*\/ ?|^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
  .trim()
