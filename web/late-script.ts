import { scrollStorage } from '#app/input-so-far.ts'

/**
 * A page can be read, looked at and followed before its script runs. So the script is fetched once the page has been
 * painted with its first pictures, or at the first touch: on a slow line words and pictures have the line to
 * themselves. So are our typefaces, unless a page of ours led here and has left them in the browser's cache. What is
 * pressed, ticked or typed in between is kept for app/input-so-far.ts, which does it again as soon as the page works. Who
 * touches the page may go on from where a reload had brought her: the router is not to bring her back there.
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

/**
 * On a slow phone everything that takes long is cut into tasks, between which she is answered: the modules are run one
 * by one, and the styles for the new typefaces are asked for before the layout that needs them.
 */
function starter(modules: string[]): string {
  return `(() => {
const code = document.currentScript.previousElementSibling.textContent
const modules = ${JSON.stringify(modules)}
let pressed, begun
const filled = new Map()
if (document.referrer.startsWith(location.origin)) fonts()
function fonts() {
document.documentElement.dataset.fonts = ''
return getComputedStyle(document.body).color
}
async function begin() {
if (begun) return
begun = true
document.fonts.load('1em "Butik Sans", "Butik Serif"').then(fonts, fonts)
for (const href of modules) add('link', { rel: 'modulepreload', href })
for (const href of modules) {
if (href.includes('entry.client')) continue
await import(href).catch(() => {})
await new Promise(setTimeout)
}
add('script', { type: 'module', textContent: code })
}
function add(name, facts) { document.head.append(Object.assign(document.createElement(name), facts)) }
function press(event) { pressed = event.target.closest('button') }
function fill({ target }) { filled.set(target, target.type === 'checkbox' || target.type === 'radio' ? target.checked : target.value) }
function touched() {
document.documentElement.dataset.touched = ''
try {
const scrolled = JSON.parse(sessionStorage.${scrollStorage} || '{}')
delete scrolled[history.state?.key]
sessionStorage.${scrollStorage} = JSON.stringify(scrolled)
} catch {}
begin()
}
for (const touch of ['pointerdown', 'keydown', 'touchstart', 'wheel']) addEventListener(touch, touched, { capture: true, once: true, passive: true })
addEventListener('click', press, true)
addEventListener('input', fill, true)
window.inputSoFar = () => {
removeEventListener('click', press, true)
removeEventListener('input', fill, true)
return { filled, pressed }
}
addEventListener('load', () => {
setTimeout(begin, ${painted})
requestAnimationFrame(() => new PerformanceObserver(begin).observe({ type: 'largest-contentful-paint', buffered: true }))
})
setTimeout(begin, ${latest})
})()`
}
