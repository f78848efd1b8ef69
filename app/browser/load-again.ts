/** In this tab: when the page was loaded anew last, which the starter of a page notes too. */
const loadedAt = 'loadedAgain'
/** Milliseconds in which that happens once: what is broken for another reason stays so, and in peace. */
const once = 60_000

/** True from when she has said that this page stays. */
let stays = false

if (typeof window !== 'undefined')
  window.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) target.dataset.typed = ''
  })

/**
 * Loads the page anew, as scripts of the version that made it are not there any more: not without a line, not twice in a
 * minute, not while the shop does not answer. Where something was typed she is asked first. False when all of that changes nothing.
 */
export async function loadAgain(): Promise<boolean> {
  if (stays) return true
  try {
    if (Date.now() - Number(sessionStorage.getItem(loadedAt)) < once) return false
    const { ok } = await fetch(window.location.href, { method: 'HEAD' })
    if (!ok) return false
    stays = hasTyped() && !window.confirm(question)
    if (stays) return true
    sessionStorage.setItem(loadedAt, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}

const question =
  'Mağaza yenilendi ve bu sayfanın yeniden açılması gerekiyor. Yazdıklarınız silinebilir. Şimdi açılsın mı?'

/** For a script that could not be fetched: what needs it waits where the page is loaded anew or stays, and fails where neither helps. */
export async function orLoadAgain(error: unknown): Promise<never> {
  if (await loadAgain()) return new Promise(() => {})
  throw error
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('[data-typed]:is(input, textarea):not([type=search])')
  return [...fields].some(({ value }) => value !== '')
}
