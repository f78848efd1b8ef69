import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PagedList } from './list-parts.tsx'
import { useList } from './use-list.ts'
import { useQuery } from './use-query.ts'

/** A list of some rows, two on a page, of which the test can take some away. */
function Orders({ rows }: { rows: string[] }) {
  const query = useQuery()
  const { page } = query
  const list = useList(query, String(page), async () => ({
    data: rows.slice(2 * (page - 1), 2 * page),
    pagination: { page, limit: 2, totalPages: Math.ceil(rows.length / 2), total: rows.length },
  }))
  return (
    <>
      <PagedList
        list={list}
        query={query}
        what="Siparişler"
        otherwise="Siparişler alınamadı"
        empty={<p>sipariş yok</p>}
      >
        {({ data }) => <p>{data.join(' ')}</p>}
      </PagedList>
      <output>{useLocation().search}</output>
      <button type="button" onClick={list.again}>
        Yenile
      </button>
    </>
  )
}

async function at(address: string, rows: string[]) {
  const orders = (rows: string[]) => (
    <MemoryRouter initialEntries={[address]}>
      <Orders rows={rows} />
    </MemoryRouter>
  )
  const screen = await render(orders(rows))
  return { screen, change: (rows: string[]) => screen.rerender(orders(rows)) }
}

test('a page that empties gives way to the last one there is; the rest of the address stays', async () => {
  const { screen, change } = await at('/?durum=PENDING&sayfa=3', ['a', 'b', 'c', 'd', 'e'])
  await expect.element(screen.getByText('e', { exact: true })).toBeVisible()
  await change(['a', 'b'])
  await screen.getByRole('button', { name: 'Yenile' }).click()
  await expect.element(screen.getByText('a b')).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('?durum=PENDING')
  await expect.element(screen.getByRole('status')).not.toHaveTextContent('sayfa')
})

test('a page after the last leads to the last; without any row the first says so', async () => {
  const { screen, change } = await at('/?sayfa=9', ['a', 'b', 'c'])
  await expect.element(screen.getByRole('status')).toHaveTextContent('?sayfa=2')
  await expect.element(screen.getByText('c', { exact: true })).toBeVisible()
  await change([])
  await screen.getByRole('button', { name: 'Yenile' }).click()
  await expect.element(screen.getByText('sipariş yok')).toBeVisible()
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('from page to page by the buttons below; a list of one page has none', async () => {
  const { screen, change } = await at('/', ['a', 'b', 'c'])
  await screen.getByRole('button', { name: 'Sonraki' }).click()
  await expect.element(screen.getByText('c', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('2 / 2')).toBeVisible()
  await screen.getByRole('button', { name: 'Önceki' }).click()
  await expect.element(screen.getByText('a b')).toBeVisible()
  await change(['a'])
  await screen.getByRole('button', { name: 'Yenile' }).click()
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
})
