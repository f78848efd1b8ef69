import { vi } from 'vitest'

/** As much of a browser as the stores and the API client need. */
export function fakeBrowser() {
  const wentTo: string[] = []
  const window = Object.assign(new EventTarget(), { location: { assign: (url: string) => wentTo.push(url) } })
  const localStorage = fakeStorage()
  const sessionStorage = fakeStorage()
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  return { localStorage, sessionStorage, wentTo }
}

export type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown }

/** Answers what `answer` says and notes what was sent. */
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

/** An access token as the server signs it, without the signature. */
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
