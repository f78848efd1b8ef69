import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchBox } from './search-box.tsx'

/** A box whose address changes when the test wants it to. */
async function aBox() {
  const onSearch = vi.fn()
  const box = (q: string) => <SearchBox label="Ara" placeholder="" q={q} onSearch={onSearch} />
  const screen = await render(box(''))
  const field = screen.getByRole('searchbox')
  await field.click()
  return {
    field,
    type: (text: string) => userEvent.keyboard(text),
    searchedFor: (q: string) => expect.poll(() => onSearch.mock.lastCall).toEqual([q]),
    address: (q: string) => screen.rerender(box(q)),
  }
}

test('a space stays for the next word', async () => {
  const { field, type, searchedFor, address } = await aBox()
  await type('elbise ')
  await searchedFor('elbise')
  await address('elbise')
  await type('kırmızı')
  await expect.element(field).toHaveValue('elbise kırmızı')
  await searchedFor('elbise kırmızı')
})

test('a letter that is typed before the address follows stays, and is searched for', async () => {
  const { field, type, searchedFor, address } = await aBox()
  await type('elb')
  await searchedFor('elb')
  await type('i')
  await searchedFor('elbi')
  await type('s')
  await address('elb')
  await expect.element(field).toHaveValue('elbis')
  await address('elbi')
  await expect.element(field).toHaveValue('elbis')
  await searchedFor('elbis')
})

test('what is taken back before the address follows is searched for too', async () => {
  const { field, type, searchedFor, address } = await aBox()
  await type('e')
  await searchedFor('e')
  await type('{Backspace}')
  await searchedFor('')
  await address('e')
  await expect.element(field).toHaveValue('')
})

test('an address that changes by itself is followed', async () => {
  const { field, type, searchedFor, address } = await aBox()
  await type('elbise')
  await searchedFor('elbise')
  await address('elbise')
  await address('')
  await expect.element(field).toHaveValue('')
  await address('elbise')
  await expect.element(field).toHaveValue('elbise')
})

test('who presses a row before the typing has stopped gets where it leads, and is not searched back', async () => {
  const searches: string[] = []
  function List() {
    const [params, setParams] = useSearchParams()
    const search = (q: string) => {
      searches.push(q)
      setParams({ q })
    }
    return (
      <>
        <SearchBox label="Ara" placeholder="" q={params.get('q') ?? ''} onSearch={search} />
        <Link to="/ayse">Ayşe</Link>
      </>
    )
  }
  const opened = Promise.withResolvers<null>()
  const router = createMemoryRouter([
    { path: '/', Component: List },
    { path: '/ayse', loader: () => opened.promise, element: <h1>Ayşe Yılmaz</h1> },
  ])
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('searchbox').fill('ayşe')
  await screen.getByRole('link').click()
  await expect.poll(() => searches).toEqual(['ayşe'])
  expect(router.state.navigation.location?.pathname).toBe('/ayse')
  opened.resolve(null)
  await expect.element(screen.getByRole('heading')).toHaveTextContent('Ayşe Yılmaz')
})
