import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Sheet, useUnsaved } from './sheet.tsx'

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
  const [id, setId] = useState<string | undefined>('1')
  return (
    <Sheet id={id} titleOf={() => 'Mesaj'} onClose={() => setId(undefined)} unsaved={unsaved}>
      {() => <Answer send={send} />}
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
  const screen = await render(<Page send={send} />)
  await screen.getByLabelText('Yanıtınız').fill('Merhaba')
  return {
    screen,
    answered: () => answered(),
    sheet: screen.getByRole('dialog', { name: 'Mesaj' }),
    question: screen.getByRole('dialog', { name: 'Gönderilmemiş yanıt' }),
    send: screen.getByRole('button', { name: 'Gönder', exact: true }),
    close: screen.getByRole('button', { name: 'Kapat', exact: true }).first(),
  }
}

test('what is typed is asked about before it is closed away', async () => {
  const { screen, sheet, question, close } = await openSheet()
  await close.click()
  await expect.element(question).toBeVisible()
  await screen.getByRole('button', { name: 'Göndermeden kapat' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
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
