import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#app/ui/button.tsx'
import { DeleteConfirm } from './delete-confirm.tsx'

/** A list that is read again a while after one of its rows was deleted. */
function List({ reread }: { reread: (then: () => void) => void }) {
  const [rows, setRows] = useState(['ilk', 'orta', 'son'])
  const [deleting, setDeleting] = useState<string>()
  return (
    <main>
      <h1>Gruplar</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Button aria-label={`${row}: düzenle`}>Düzenle</Button>
            <Button aria-label={`${row}: sil`} onClick={() => setDeleting(row)}>
              Sil
            </Button>
          </li>
        ))}
      </ul>
      <DeleteConfirm
        path={deleting === undefined ? undefined : `/admin/product-groups/${deleting}`}
        title="Grubu sil"
        done="Grup silindi."
        failed="Grup silinemedi."
        onClose={() => setDeleting(undefined)}
        onDeleted={() => reread(() => setRows((rows) => rows.filter((row) => row !== deleting)))}
      >
        silinir
      </DeleteConfirm>
    </main>
  )
}

test.for(['after the question is closed', 'before'])(
  'a deleted row, gone %s, leaves the focus at the one in its place, the last at the title',
  async (when) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }))
    let now = (): void => undefined
    const reread = (then: () => void) => {
      if (when === 'before') then()
      else now = then
    }
    const screen = await render(<List reread={reread} />)
    const remove = async (row: string) => {
      ;(screen.getByRole('button', { name: `${row}: sil` }).element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await screen.getByRole('dialog').getByRole('button', { name: 'Grubu sil' }).click()
      await vi.waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
      now()
    }
    await remove('orta')
    await expect.element(screen.getByRole('button', { name: 'son: düzenle' })).toHaveFocus()
    await remove('son')
    await expect.element(screen.getByRole('button', { name: 'ilk: düzenle' })).toHaveFocus()
    await remove('ilk')
    await expect.element(screen.getByRole('heading', { name: 'Gruplar' })).toHaveFocus()
  },
)

test('what she presses meanwhile goes before', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }))
  let now = (): void => undefined
  const screen = await render(<List reread={(then) => (now = then)} />)
  await screen.getByRole('button', { name: 'ilk: sil' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Grubu sil' }).click()
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await screen.getByRole('button', { name: 'son: düzenle' }).click()
  now()
  await expect.element(screen.getByRole('button', { name: 'ilk: sil' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'son: düzenle' })).toHaveFocus()
})
