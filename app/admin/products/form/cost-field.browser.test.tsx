import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Right } from '#shop/rights.ts'
import { anAdminProduct } from '#test/admin-product.ts'
import { askForRights } from '../../parts/rights.ts'
import { CostField } from './cost-field.tsx'
import { useEditor } from './use-editor.ts'

const product = anAdminProduct([])

afterEach(() => void vi.unstubAllGlobals())

function Page() {
  return <CostField typed={useEditor({ product, kept: undefined, categoryId: '', onCreated: () => undefined }).typed} />
}

test('what a piece cost is asked only of who may see it: the shop takes it from nobody else', async () => {
  const mine = async (rights: Right[]) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { rights } }))
    await askForRights()
  }
  await mine(['catalog'])
  const { getByRole, rerender } = await render(<Page />)
  await expect.element(getByRole('textbox', { name: /Maliyet/ })).not.toBeInTheDocument()
  await mine(['catalog', 'settings'])
  await rerender(<Page />)
  await expect.element(getByRole('textbox', { name: /Maliyet/ })).toBeInTheDocument()
})
