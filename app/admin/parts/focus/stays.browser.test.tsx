import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { useSubmit } from '#app/ui/use-submit.ts'
import { ChangePage } from '../../products/bulk/change.tsx'
import Sheets from '../../products/sheets/page.tsx'
import { LookSection } from '../../settings/face/look.tsx'
import { SaveBar } from '../../settings/section-parts.tsx'

const shown = (page: ReactNode) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)

/** Answers what is sent, after a moment in which its button is switched off, and what is read. */
function answer(sent: () => Response, read: (path: string) => unknown) {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    await new Promise((later) => setTimeout(later, 50))
    return method === 'POST' ? sent() : Response.json({ success: true, data: read(path) })
  })
}

const refused = () =>
  Response.json({ success: false, error: 'Bu dosya okunamıyor.', message: 'Bu dosya okunamıyor.' }, { status: 400 })

test('a section of the settings that is saved keeps the focus at its button', async () => {
  function Section() {
    const [unsaved, setUnsaved] = useState(true)
    const { busy, submit } = useSubmit({ failure: 'Olmadı' })
    const save = () =>
      submit(async () => {
        await new Promise((later) => setTimeout(later, 50))
        setUnsaved(false)
      })
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
          void save()
        }}
      >
        <SaveBar {...{ busy, unsaved }} conflict={false} onReload={() => {}} />
      </form>
    )
  }
  const sent = vi.fn()
  const screen = await shown(<Section />)
  const button = screen.getByRole('button', { name: 'Kaydet' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(screen.getByText('Kaydedilmemiş')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  // With nothing left to save it sends nothing.
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(sent).toHaveBeenCalledOnce()
})

test('a change of many products that is applied leaves the focus at its title', async () => {
  let state = 'READY'
  const counts = { variants: 0, failed: 0 }
  const change = { id: 'b1', title: 'Fiyatları %10 artır', total: 3, done: 3, refused: 0, undone: 0, kept: 0, counts }
  answer(
    () => {
      state = 'DONE'
      return Response.json({ success: true, data: {} })
    },
    () => ({
      ...change,
      state,
      change: {},
      totals: {},
      warnings: [],
      preview: [],
      count: 3,
      pagination: { totalPages: 1 },
      undoUntil: null,
    }),
  )
  const screen = await shown(<ChangePage id="b1" />)
  const title = screen.getByRole('heading', { name: 'Fiyatları %10 artır' })
  await expect.element(title).toHaveFocus()
  await screen.getByRole('button', { name: '3 ürüne uygula' }).click()
  await expect.element(screen.getByText('3 ürün değişti.')).toBeVisible()
  await expect.element(title).toHaveFocus()
})

test('a file of products that cannot be read leaves the focus at the button that chose it', async () => {
  answer(refused, () => [])
  const screen = await shown(<Sheets />)
  const choose = screen.getByRole('button', { name: 'Dosya seç' })
  choose.element().focus()
  await screen.getByLabelText('Ürün dosyası').upload(new File(['?'], 'urunler.csv'))
  await expect.element(screen.getByText('Bu dosya okunamıyor.')).toBeVisible()
  await expect.element(choose).toHaveFocus()
})

test('a logo that cannot be read leaves the focus at the field that chose it', async () => {
  answer(refused, () => [])
  const look = { settings: { accent: null, logo: null, onDark: null, icon: null }, version: 1 }
  const settings = { look, brand: { inForce: { shopName: 'Nar' } } } as unknown as WireSettings
  const screen = await shown(<LookSection settings={settings} onSaved={() => {}} onReload={() => {}} />)
  const choose = screen.getByLabelText('Logo yükle')
  choose.element().focus()
  await choose.upload(new File(['?'], 'logo.png'))
  await expect.element(screen.getByText('Bu dosya okunamıyor.')).toBeVisible()
  await expect.element(choose).toHaveFocus()
})
