import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SortableList } from './sortable-list.tsx'

function List() {
  const [items, setItems] = useState(['Elbise', 'Bluz', 'Etek'].map((name) => ({ id: name, name })))
  return (
    <SortableList items={items} onOrder={setItems}>
      {({ name }, { grip, arrows }) => (
        <div style={{ height: 44 }}>
          {grip}
          <span>{name}</span>
          {arrows}
        </div>
      )}
    </SortableList>
  )
}

async function openList() {
  const screen = await render(<List />)
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('span')?.textContent)
  const grip = screen.getByRole('button', { name: 'Elbise: sürükleyerek taşı' }).element() as HTMLElement
  const press = (code: string) =>
    grip.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))
  return { screen, names, grip, press }
}

test('a key right after the one that takes a row is not lost', async () => {
  const { screen, names, grip, press } = await openList()
  grip.focus()
  press('Space')
  // As far as React goes between two events of a browser, and no timer has run.
  await Promise.resolve()
  press('ArrowDown')
  await expect.element(screen.getByText('2. sıranın üzerinde.')).toBeInTheDocument()
  press('Space')
  await expect.element(screen.getByText('Elbise 2. sıraya bırakıldı.')).toBeInTheDocument()
  expect(names()).toEqual(['Bluz', 'Elbise', 'Etek'])
})

test('let go at once, the row stays where it was', async () => {
  const { screen, names, grip, press } = await openList()
  grip.focus()
  press('Space')
  await Promise.resolve()
  press('Escape')
  await expect.element(screen.getByText('Taşımaktan vazgeçildi, Elbise yerinde.')).toBeInTheDocument()
  expect(names()).toEqual(['Elbise', 'Bluz', 'Etek'])
})
