type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Typed = { name: string; place: number; value: string | boolean }

/** In this tab: when the page was loaded anew last, and what was typed before. */
const loadedAt = 'loadedAgain'
const typedKey = 'typed'
/** Milliseconds in which a page is loaded anew once: what is broken for another reason stays broken, and in peace. */
const once = 60_000

if (typeof window !== 'undefined') {
  window.addEventListener('input', ({ target }) => {
    if (isField(target)) target.dataset.typed = ''
  })
  // What fails now may take the fields of the page with it.
  window.addEventListener('vite:preloadError', keepTyped)
}

/**
 * Loads the page anew, as scripts of the version that made it are not there any more, and says whether it does: not without a
 * line, not twice in a minute, and not when the shop does not answer. What was typed comes back, but for passwords, codes and cards.
 */
export async function loadAgain(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(loadedAt)) < once) return false
    keepTyped()
    const { ok } = await fetch(window.location.href, { method: 'HEAD' })
    if (!ok) return false
    sessionStorage.setItem(loadedAt, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}

/** For what was to be fetched: waits where the page is loaded anew, and fails as before where it is not. */
export async function orLoadAgain(error: unknown): Promise<never> {
  if (await loadAgain()) return new Promise(() => {})
  throw error
}

function keepTyped() {
  const fields = listFields()
  const typed = fields.flatMap((field): Typed[] => {
    if (!('typed' in field.dataset) || isSecret(field)) return []
    const place = namesakes(fields, nameOf(field)).indexOf(field)
    return [{ name: nameOf(field), place, value: isTick(field) ? field.checked : field.value }]
  })
  try {
    if (typed.length > 0) sessionStorage.setItem(typedKey, JSON.stringify(typed))
  } catch {
    // Nothing is kept where nothing may be kept.
  }
}

/** What was typed before the page was loaded anew, by the fields that are there again; once. */
export function takeTyped(): Map<Field, string | boolean> {
  const found = new Map<Field, string | boolean>()
  try {
    const kept = sessionStorage.getItem(typedKey)
    if (!kept) return found
    sessionStorage.removeItem(typedKey)
    const fields = listFields()
    for (const { name, place, value } of JSON.parse(kept) as Typed[]) {
      const field = namesakes(fields, name)[place]
      if (field) found.set(field, value)
    }
  } catch {
    // Likewise.
  }
  return found
}

function listFields(): Field[] {
  return [...document.querySelectorAll<Field>('input, textarea, select')]
}

function namesakes(fields: Field[], name: string): Field[] {
  return fields.filter((field) => nameOf(field) === name)
}

function nameOf(field: Field): string {
  return field.name || field.id
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches('input, textarea, select')
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isSecret({ type, autocomplete }: Field): boolean {
  return type === 'password' || type === 'file' || /^(cc-|one-time-code)/.test(autocomplete)
}
