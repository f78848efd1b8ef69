import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Confirm } from '#app/ui/confirm.tsx'
import { Sheet } from '../sheet.tsx'

function Sale() {
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState(false)
  return (
    <>
      {!ended && (
        <button type="button" onClick={() => setAsking(true)}>
          Bitir
        </button>
      )}
      <button type="button">Ürünler</button>
      <Confirm
        open={asking}
        title="İndirimi bitir"
        action="Şimdi bitir"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          // The result is read again a moment later.
          setTimeout(() => setEnded(true), 50)
        }}
      >
        Eski fiyatlar geri gelir.
      </Confirm>
    </>
  )
}

test('what is confirmed in a sheet and takes its button away leaves the focus in the sheet', async () => {
  const screen = await render(
    <Sheet id="1" titleOf={() => 'İndirim'} onClose={() => {}}>
      {() => <Sale />}
    </Sheet>,
  )
  await screen.getByRole('button', { name: 'Bitir' }).click()
  await screen.getByRole('button', { name: 'Şimdi bitir' }).click()
  await expect.element(screen.getByRole('button', { name: 'Bitir' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'İndirim', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Ürünler' })).toHaveFocus()
})
