import { onTestFinished, vi } from 'vitest'

/** Stubs the parts of a browser that the stores and the API client use, on the page `at`. */
export function fakeBrowser(at = '/ust-giyim') {
  // Files of one worker share its globals: the next one must not take this process for a browser.
  onTestFinished(() => void vi.unstubAllGlobals())
  const wentTo: string[] = []
  const location = { pathname: at, assign: (url: string) => wentTo.push(url) }
  const window = Object.assign(new EventTarget(), { location })
  const localStorage = fakeStorage()
  const sessionStorage = fakeStorage()
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  return { localStorage, sessionStorage, wentTo }
}

export type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown }

/** Stubs fetch with the answers of `answer` and records the requests. */
export function fakeFetch(answer: (request: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      path: path.replace('/api/v1', ''),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(request)
    return answer(request)
  })
  return sent
}

export const ok = (data: unknown) => Response.json({ success: true, data })
export const failure = (status: number, code: string, message: string, more: object = {}) =>
  Response.json({ success: false, code, message, error: message, ...more }, { status })

/** Makes an access token of the server's form, without a signature. */
export function fakeToken(payload: object): string {
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
}

function fakeStorage() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear(),
  }
}
