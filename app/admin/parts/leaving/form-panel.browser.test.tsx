import { useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { FormPanel } from './form-panel.tsx'

function Form({ onSaved }: { onSaved: () => void }) {
  const [name, setName] = useState('Yaz')
  useUnsavedChange(name)
  return (
    <form
      id="sale"
      onSubmit={(event) => {
        event.preventDefault()
        onSaved()
      }}
    >
      <input aria-label="Ad" value={name} onChange={(event) => setName(event.target.value)} />
      <Link to="/urunler">Ürünler</Link>
    </form>
  )
}

function Page() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Planla
      </button>
      <FormPanel open={open} onClose={close} title="İndirim planla" form="sale">
        {open && <Form onSaved={close} />}
      </FormPanel>
    </>
  )
}

async function opened() {
  const pages = [
    { path: '/', element: <Page /> },
    { path: '/urunler', element: 'Ürünler' },
  ]
  const router = createMemoryRouter(pages, { initialEntries: ['/'] })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('button', { name: 'Planla' }).click()
  return {
    screen,
    panel: screen.getByRole('dialog', { name: 'İndirim planla' }),
    question: screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' }),
    name: screen.getByLabelText('Ad'),
  }
}

test('what is typed into a form is asked about before Esc, its own button or a link takes it away', async () => {
  const { screen, panel, question, name } = await opened()
  await name.fill('Yılbaşı')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Yılbaşı')
  await panel.getByRole('link', { name: 'Ürünler' }).click()
  await expect.element(screen.getByRole('button', { name: 'Kaydetmeden ayrıl' })).toBeVisible()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Vazgeç' }).click()
  await screen.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect.element(panel).not.toBeInTheDocument()
})

test('nothing is asked of a form in which nothing was typed, or that is saved', async () => {
  const { screen, panel, question, name } = await opened()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Planla' }).click()
  await name.fill('Yılbaşı')
  await panel.getByRole('button', { name: 'Kaydet' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})
