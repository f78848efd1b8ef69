/**
 * A page can be read, looked at and followed before its script runs. So the script is fetched once the page has been
 * painted with its first pictures, or at the first touch: on a slow line words and pictures have the line to
 * themselves. A button that is pressed in between is pressed again as soon as it works.
 */
export function scriptAfterPaint(html: string): string {
  const modules: string[] = []
  return html
    .replaceAll(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
      modules.push(href)
      return ''
    })
    .replace(
      /<script type="module" async="">([\s\S]*?)<\/script>/,
      (_, code: string) => `<script type="text/plain">${code}</script><script>${starter(modules)}</script>`,
    )
}

/** At the latest after so many milliseconds, whatever a picture takes. */
const latest = 4000
/** A page whose pictures are all there has been painted by then, whether the browser can say so or not. */
const painted = 300

function starter(modules: string[]): string {
  return `(() => {
const code = document.currentScript.previousElementSibling.textContent
let pressed, begun
function begin() {
if (begun) return
begun = true
for (const href of ${JSON.stringify(modules)}) add('link', { rel: 'modulepreload', href })
add('script', { type: 'module', textContent: code })
}
function add(name, facts) { document.head.append(Object.assign(document.createElement(name), facts)) }
function press(event) { pressed = event.target.closest('button') }
for (const touch of ['pointerdown', 'keydown', 'touchstart']) addEventListener(touch, begin, { capture: true, once: true, passive: true })
addEventListener('click', press, true)
addEventListener('butik:ready', () => {
document.documentElement.dataset.ready = ''
removeEventListener('click', press, true)
if (pressed?.isConnected) pressed.click()
}, { once: true })
addEventListener('load', () => {
setTimeout(begin, ${painted})
requestAnimationFrame(() => new PerformanceObserver(begin).observe({ type: 'largest-contentful-paint', buffered: true }))
})
setTimeout(begin, ${latest})
})()`
}
