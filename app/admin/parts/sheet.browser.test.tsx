import { useState } from 'react'
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Sheet } from './sheet.tsx'

function Answer({ send }: { send: () => Promise<void> }) {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return (
    <>
      <input aria-label="Yanıtınız" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => send().then(() => setText(''))}>
        Gönder
      </button>
      <p>{text === '' ? 'boş' : 'dolu'}</p>
    </>
  )
}

const unsaved = { title: 'Gönderilmemiş yanıt', action: 'Göndermeden kapat', words: 'Kapatırsanız silinir.' }

function Page({ send }: { send: () => Promise<void> }) {
  const [params, setParams] = useSearchParams()
  const id = params.get('mesaj') ?? undefined
  return (
    <Sheet id={id} titleOf={() => 'Mesaj'} onClose={() => setParams({})} unsaved={unsaved}>
      {() => (
        <>
          <Answer send={send} />
          <Link to="/siparisler">Siparişe bak</Link>
        </>
      )}
    </Sheet>
  )
}

/** A sheet with something typed; `answered` is the server's answer to sending it. */
async function openSheet() {
  let answered = () => {}
  const send = () =>
    new Promise<void>((resolve) => {
      answered = resolve
    })
  const page = { path: '/mesajlar', element: <Page send={send} /> }
  const router = createMemoryRouter([page, { path: '/siparisler', element: 'Siparişler' }], {
    initialEntries: ['/mesajlar', '/mesajlar?mesaj=1'],
  })
  const asked = vi.spyOn(router, 'getBlocker')
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByLabelText('Yanıtınız').fill('Merhaba')
  // The router knows whom to ask before it leaves.
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
  return {
    screen,
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    answered: () => answered(),
    sheet: screen.getByRole('dialog', { name: 'Mesaj' }),
    question: screen.getByRole('dialog', { name: 'Gönderilmemiş yanıt' }),
    leaving: screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' }),
    send: screen.getByRole('button', { name: 'Gönder', exact: true }),
    close: screen.getByRole('button', { name: 'Kapat', exact: true }).first(),
  }
}

test('what is typed is asked about before it is closed away', async () => {
  const { screen, sheet, question, leaving, close, address } = await openSheet()
  await close.click()
  await expect.element(question).toBeVisible()
  await screen.getByRole('button', { name: 'Göndermeden kapat' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(leaving).not.toBeInTheDocument()
  expect(address()).toBe('/mesajlar')
})

test('what is typed is asked about before Back or a link leaves it', async () => {
  const { screen, router, sheet, leaving, address } = await openSheet()
  await router.navigate(-1)
  await expect.element(leaving).toBeVisible()
  await screen.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.element(leaving).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Yanıtınız')).toHaveValue('Merhaba')
  await screen.getByRole('link', { name: 'Siparişe bak' }).click()
  await expect.element(leaving).toBeVisible()
  await screen.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(address()).toBe('/siparisler')
})

test('nothing is asked while the sheet stays, nor once the text is sent; a reload asks as long as it is not', async () => {
  const { screen, router, sheet, leaving, send, answered, address } = await openSheet()
  const reload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await router.navigate('/mesajlar?sayfa=2&mesaj=1', { replace: true })
  await expect.element(leaving).not.toBeInTheDocument()
  expect(address()).toBe('/mesajlar?sayfa=2&mesaj=1')
  expect(reload()).toBe(false)
  await send.click()
  answered()
  await expect.element(screen.getByText('boş')).toBeVisible()
  await expect.poll(reload).toBe(true)
  await router.navigate('/siparisler')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(address()).toBe('/siparisler')
})

test('a sheet that is opened anew asks again', async () => {
  const { screen, router, sheet, leaving, close } = await openSheet()
  await close.click()
  await screen.getByRole('button', { name: 'Göndermeden kapat' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await router.navigate('/mesajlar?mesaj=1')
  await screen.getByLabelText('Yanıtınız').fill('Yine')
  await router.navigate('/siparisler')
  await expect.element(leaving).toBeVisible()
})

test('the question goes by itself once the text is sent after all, and does not come back with the next letter', async () => {
  const { screen, answered, question, send, close } = await openSheet()
  await send.click()
  await close.click()
  await expect.element(question).toBeVisible()
  answered()
  await expect.element(question).not.toBeInTheDocument()
  await screen.getByLabelText('Yanıtınız').fill('Bir şey daha')
  await expect.element(screen.getByText('dolu')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('closed in the very moment in which the text is gone, nothing is asked', async () => {
  const { screen, answered, sheet, question, send, close } = await openSheet()
  await send.click()
  const words = screen.getByText('dolu').element()
  const gone = new Promise<void>((resolve) => {
    const seen = new MutationObserver(() => {
      ;(close.element() as HTMLElement).click()
      seen.disconnect()
      resolve()
    })
    seen.observe(words, { characterData: true, subtree: true, childList: true })
  })
  answered()
  await gone
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})

function Inbox() {
  const [rows, setRows] = useState(['ilk', 'son'])
  const [id, setId] = useState<string>()
  return (
    <main>
      <h1>Yorumlar</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setId(row)}>
              {row}
            </button>
          </li>
        ))}
      </ul>
      <Sheet id={id} titleOf={(id) => `Yorum ${id}`} onClose={() => setId(undefined)}>
        {(id) => (
          <button type="button" onClick={() => setRows((rows) => rows.filter((row) => row !== id))}>
            Yayınla
          </button>
        )}
      </Sheet>
    </main>
  )
}

test('a row that its sheet took out of the list leaves the focus at the one in its place, the last at the title', async () => {
  const screen = await render(<Inbox />)
  for (const [row, next] of [
    ['ilk', screen.getByRole('button', { name: 'son' })],
    ['son', screen.getByRole('heading', { name: 'Yorumlar' })],
  ] as const) {
    await screen.getByRole('button', { name: row }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Yayınla' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(next).toHaveFocus()
  }
})
