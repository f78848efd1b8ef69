import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import Campaigns from '../campaigns/page.tsx'
import Groups from './groups.tsx'

const campaign = {
  ...{ id: 'k', code: 'YAZ10', name: '', kind: 'PERCENT', value: 10, minTotal: 0, startsAt: null, endsAt: null },
  ...{
    totalLimit: null,
    personLimit: null,
    categoryIds: [],
    productIds: [],
    firstOrderOnly: false,
    oneCustomer: false,
  },
  ...{ combinable: false, partner: '', active: true, uses: 0, orders: 0, createdAt: '', updatedAt: '' },
}
const group = { id: 'g', name: 'Keten gömlek', members: [], createdAt: '' }

test.for([
  ['campaigns', Campaigns, campaign, 'YAZ10'],
  ['groups', Groups, group, 'Keten gömlek'],
] as const)('%s: a search without a hit is left with one press', async ([, Page, row, title]) => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [row] }))
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?q=palto'] })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect.element(screen.getByText(title, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).toHaveValue('')
})
