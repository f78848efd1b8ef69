// @ts-check
// The one script of every page (server/late-script.ts). The build minifies it and writes it into pages as it is,
// so it is JavaScript that every browser of the shop reads and imports nothing.
// On a slow phone everything that takes long is cut into tasks, and a touch is answered between them: the modules are run
// one by one, and the styles for the new typefaces are asked for before the layout that needs them.
;(() => {
  // At the latest after so many milliseconds, whatever a picture takes.
  const latest = 4000
  // A page whose pictures are all there has been painted by then, in browsers that do not report it.
  const painted = 300
  const here = /** @type {HTMLElement} */ (document.currentScript)
  /** @type {{ context: object, preloads: string[], manifest: string, routes: Record<string, string>, entry: string }} */
  const { context, preloads, manifest, routes, entry } = JSON.parse(
    /** @type {string} */ (here.previousElementSibling?.textContent),
  )
  /** @type {HTMLElement | null | undefined} */
  let pressed
  let begun = false
  /** @type {Promise<true | undefined> | undefined} */
  let again
  const filled = new Map()
  if (document.referrer.startsWith(location.origin)) fonts()
  scrollBack()

  function scrollBack() {
    if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
    try {
      const y = JSON.parse(sessionStorage.scrolled || '{}')[history.state.key]
      if (typeof y === 'number') scrollTo(0, y)
    } catch {
      delete sessionStorage.scrolled
    }
  }

  function fonts() {
    document.documentElement.dataset.fonts = ''
    return getComputedStyle(document.body).color
  }

  function begin() {
    if (begun) return
    begun = true
    run().catch(window.loadAgain)
  }

  async function run() {
    document.fonts.load('1em "Butik Sans", "Butik Serif"').then(fonts, fonts)
    for (const href of preloads)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const href of preloads) {
      if (href === entry) continue
      await import(href).catch(() => {})
      await new Promise((next) => setTimeout(next))
    }
    if (document.readyState === 'loading') await new Promise((read) => addEventListener('DOMContentLoaded', read))
    await import(manifest)
    /** @type {Record<string, unknown>} */
    const modules = {}
    for (const id in routes) modules[id] = await import(/** @type {string} */ (routes[id]))
    const __reactRouterContext = { ...context, stream: dataOfPage() }
    Object.assign(window, { __reactRouterRouteModules: modules, __reactRouterContext })
    await import(entry)
  }

  // The version that made the page is gone, and its scripts with it: once the server answers, the page is loaded again, at
  // most once a minute. Where fields hold text she is asked first. True once the page reloads, or stays as she wishes.
  window.loadAgain = () => (again ||= askAnew().catch(() => (again = undefined)))

  /** @returns {Promise<true | undefined>} */
  async function askAnew() {
    if (Date.now() - (sessionStorage.loadedAgain || 0) < 60_000) throw 0
    const { ok } = await fetch(location.href, { method: 'HEAD' })
    if (!ok) throw 0
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = document.querySelectorAll('input, textarea')
    const holdsText = [...fields].some(({ type, value }) => value && /^te|^email/.test(type))
    if (holdsText && !confirm('Mağaza yenilendi. Sayfa yeniden açılsın mı? Yazdıklarınız silinebilir.')) return true
    sessionStorage.loadedAgain = Date.now()
    location.reload()
    return true
  }

  function dataOfPage() {
    return new ReadableStream({
      start(stream) {
        stream.enqueue(/** @type {Element} */ (here.nextElementSibling).textContent)
        stream.close()
      },
    }).pipeThrough(new TextEncoderStream())
  }

  /** @param {Event} event */
  function press(event) {
    pressed = /** @type {Element} */ (event.target).closest('button')
  }

  /** @param {Event} event */
  function fill(event) {
    const target = /** @type {HTMLInputElement} */ (event.target)
    filled.set(target, target.type === 'checkbox' || target.type === 'radio' ? target.checked : target.value)
  }

  function touched() {
    document.documentElement.dataset.touched = ''
    try {
      const scrolled = JSON.parse(sessionStorage.scrolled || '{}')
      delete scrolled[history.state?.key]
      sessionStorage.scrolled = JSON.stringify(scrolled)
    } catch {}
    begin()
  }

  for (const touch of ['pointerdown', 'keydown', 'touchstart', 'wheel'])
    addEventListener(touch, touched, { capture: true, once: true, passive: true })
  addEventListener('click', press, true)
  addEventListener('input', fill, true)
  window.inputSoFar = () => {
    removeEventListener('click', press, true)
    removeEventListener('input', fill, true)
    return { filled, pressed }
  }
  addEventListener('load', () => {
    if (!PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) setTimeout(begin, painted)
    else
      requestAnimationFrame(() =>
        new PerformanceObserver(begin).observe({ type: 'largest-contentful-paint', buffered: true }),
      )
  })
  setTimeout(begin, latest)
  // Browsers ask again for a page, never for a module that failed once.
  addEventListener('online', () => {
    if (begun && !('ready' in document.documentElement.dataset)) location.reload()
  })
  // The panel's pages show only that they load: there is nothing to wait for.
  if (document.querySelector('main > [role=status]')) begin()
})()
