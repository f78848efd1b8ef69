import { beforeEach, expect, test, vi } from 'vitest'

type Page = { typed?: string; answers?: number | 'nobody'; agrees?: boolean; keepsNothing?: boolean }

/** The module as in a page that has just been loaded, with what the tab kept from before. */
async function openPage(
  tab: Map<string, string>,
  { typed = '', answers = 200, agrees = true, keepsNothing }: Page = {},
) {
  vi.resetModules()
  const reload = vi.fn()
  const confirm = vi.fn(() => agrees)
  const location = { href: 'http://shop.test/elbise', reload }
  vi.stubGlobal('window', { location, confirm, addEventListener: () => {} })
  vi.stubGlobal('document', { querySelectorAll: () => [{ value: typed }] })
  const refuse = () => {
    throw new Error('nothing may be kept')
  }
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => (keepsNothing ? refuse() : (tab.get(key) ?? null)),
    setItem: (key: string, value: string) => void tab.set(key, value),
  })
  const fetch = answers === 'nobody' ? vi.fn(refuse) : vi.fn(async () => new Response(null, { status: answers }))
  vi.stubGlobal('fetch', fetch)
  const module = await import('./load-again.ts')
  return { ...module, reload, confirm }
}

let tab: Map<string, string>
beforeEach(() => {
  tab = new Map()
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

test('a page is loaded anew once in a minute', async () => {
  const first = await openPage(tab)
  expect([await first.loadAgain(), first.reload.mock.calls.length]).toEqual([true, 1])
  vi.setSystemTime(new Date('2026-11-20T09:00:50Z'))
  const second = await openPage(tab)
  expect([await second.loadAgain(), second.reload.mock.calls.length]).toEqual([false, 0])
  await expect(second.orLoadAgain(new Error('gone'))).rejects.toThrow('gone')
  vi.setSystemTime(new Date('2026-11-20T09:01:01Z'))
  expect(await second.loadAgain()).toBe(true)
})

test('not while the shop does not answer, nor where the tab could not know that it did so before', async () => {
  for (const given of [{ answers: 503 }, { answers: 'nobody' }, { keepsNothing: true }] as const) {
    const page = await openPage(tab, given)
    expect([await page.loadAgain(), page.reload.mock.calls.length]).toEqual([false, 0])
  }
})

test('where something was typed she is asked, once', async () => {
  const agrees = await openPage(tab, { typed: 'Bağdat Caddesi' })
  expect([await agrees.loadAgain(), agrees.reload.mock.calls.length]).toEqual([true, 1])
  const stays = await openPage(new Map(), { typed: 'Bağdat Caddesi', agrees: false })
  for (let n = 0; n < 2; n++) expect(await stays.loadAgain()).toBe(true)
  expect([stays.confirm.mock.calls.length, stays.reload.mock.calls.length]).toEqual([1, 0])
})
