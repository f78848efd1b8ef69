import { type RefObject, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { AskingPanel } from './leaving/asking-panel.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

function Sale() {
  const [name, setName] = useState('')
  useUnsavedChange(name)
  return <input aria-label="İndirimin adı" value={name} onChange={(event) => setName(event.target.value)} />
}

type ProductProps = { onLeave: () => void; released?: RefObject<boolean> }

/** A product with a form of its own, and over it the form of a sale. */
function Product(props: ProductProps) {
  const [name, setName] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Ürünün adı" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        İndirim
      </button>
      <AskingPanel open={open} onClose={() => setOpen(false)} title="İndirimi düzenle" side="right">
        <Sale />
      </AskingPanel>
      <UnsavedGuard unsaved={name !== ''} {...props}>
        Bu ürün silinir.
      </UnsavedGuard>
    </>
  )
}

async function typed(names: string[], props: Partial<ProductProps> = {}) {
  const onLeave = vi.fn()
  const pages = [
    { path: '/', element: <Product onLeave={onLeave} {...props} /> },
    { path: '/urunler', element: 'Ürünler' },
  ]
  const router = createMemoryRouter(pages, { initialEntries: ['/'] })
  const screen = await render(<RouterProvider router={router} />)
  if (names.includes('ürün')) await screen.getByLabelText('Ürünün adı').fill('Elbise')
  await screen.getByRole('button', { name: 'İndirim' }).click()
  if (names.includes('indirim')) await screen.getByLabelText('İndirimin adı').fill('Yaz')
  // As the search that Ctrl+K opens goes to another page.
  await router.navigate('/urunler')
  return { screen, router, onLeave, question: screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' }) }
}

const ofSale = '“İndirimi düzenle” penceresinde kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.'

test.for([
  [['ürün'], 'Bu ürün silinir.', 1],
  [['indirim'], ofSale, 0],
  [['ürün', 'indirim'], `Bu ürün silinir.${ofSale}`, 1],
] as const)('who typed into %j is asked once, about just that', async ([names, words, released]) => {
  const { screen, router, onLeave, question } = await typed([...names])
  await expect.element(question.getByRole('paragraph').first()).toBeVisible()
  const said = question
    .getByRole('paragraph')
    .elements()
    .map((element) => element.textContent)
  expect(said.join('')).toBe(words)
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
  await router.navigate('/urunler')
  await userEvent.click(question.getByRole('button', { name: 'Kaydetmeden ayrıl' }))
  await expect.element(screen.getByText('Ürünler')).toBeVisible()
  expect(onLeave).toHaveBeenCalledTimes(released)
  expect(router.state.location.pathname).toBe('/urunler')
})

test('what is no longer wanted is not asked about, and nothing where nothing was typed', async () => {
  const { screen } = await typed(['ürün'], { released: { current: true } })
  await expect.element(screen.getByText('Ürünler')).toBeVisible()
  const { screen: again } = await typed([])
  await expect.element(again.getByText('Ürünler').last()).toBeVisible()
})
