import { useLayoutEffect, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Panel } from './panel.tsx'

function Cart({ autofocus = false }: { autofocus?: boolean }) {
  const [open, setOpen] = useState(false)
  const [view, setView] = useState('Sepetim')
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Sepet
      </button>
      <Panel open={open} onClose={() => setOpen(false)} title={view} view={view} side="right">
        <input aria-label="Not" data-autofocus={autofocus || undefined} />
        <button type="button" onClick={() => setView('Ödeme')}>
          Ödemeye geç
        </button>
        <div style={{ height: 3000 }} />
      </Panel>
    </>
  )
}

/** The browser tells of the last closing only once it is opened again, just before it is shown. */
function ToldLate() {
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (open) document.querySelector('dialog')?.dispatchEvent(new Event('close'))
  }, [open])
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Sepet
      </button>
      <Panel open={open} onClose={() => setOpen(false)} title="Sepetim" side="right">
        Boş
      </Panel>
    </>
  )
}

async function openCart(cart = <Cart />) {
  const screen = await render(cart)
  await screen.getByRole('button', { name: 'Sepet' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  return { screen, dialog, opener: screen.getByRole('button', { name: 'Sepet', exact: true }) }
}

describe('a panel', () => {
  test('is named by its title and takes the focus to it', async () => {
    const { screen, dialog } = await openCart()
    await expect.element(dialog).toHaveAccessibleName('Sepetim')
    await expect.element(screen.getByRole('heading', { name: 'Sepetim' })).toHaveFocus()
  })

  test('takes the focus to the field that asks for it', async () => {
    const { screen } = await openCart(<Cart autofocus />)
    await expect.element(screen.getByLabelText('Not')).toHaveFocus()
  })

  test('closes on Esc and gives the focus back', async () => {
    const { dialog, opener } = await openCart()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('closes by its button and gives the focus back', async () => {
    const { screen, dialog, opener } = await openCart()
    await screen.getByRole('button', { name: 'Kapat' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('can be opened again after the browser closed it by itself, as a phone going back does', async () => {
    const { screen, dialog, opener } = await openCart()
    const element = dialog.element() as HTMLDialogElement
    element.close()
    await expect.element(dialog).not.toBeInTheDocument()
    await opener.click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
  })

  test('stays open when the browser tells late of its last closing', async () => {
    const { screen, dialog } = await openCart(<ToldLate />)
    await expect.element(screen.getByRole('heading', { name: 'Sepetim' })).toHaveFocus()
    await expect.element(dialog).toBeVisible()
  })

  test('closes by a press beside it, but not by one that began inside and was dragged out', async () => {
    const { screen, dialog } = await openCart()
    const inside = screen.getByLabelText('Not').element()
    inside.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    dialog.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(dialog).toBeVisible()
    dialog.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    dialog.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('shows another view from its title on', async () => {
    const { screen } = await openCart()
    await screen.getByRole('button', { name: 'Ödemeye geç' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Ödeme' })).toHaveFocus()
  })

  test('keeps the focus within itself', async () => {
    const { screen, dialog, opener } = await openCart()
    for (let presses = 0; presses < 5; presses++) {
      await userEvent.tab()
      expect(document.activeElement).not.toBe(opener.element())
    }
    expect(screen.getByRole('button', { name: 'Kapat' }).element()).toBeTruthy()
    await expect.element(dialog).toBeVisible()
  })

  test('takes the focus back from one above it to its title, when what opened that one is gone', async () => {
    function Till() {
      const [step, setStep] = useState('Nasıl')
      const [asking, setAsking] = useState(false)
      return (
        <>
          <Panel open onClose={() => {}} title={step} view={step} side="right">
            {step !== 'Bilgiler' && (
              <button type="button" onClick={() => setAsking(true)}>
                Giriş yap
              </button>
            )}
          </Panel>
          <Panel open={asking} onClose={() => {}} title="Hesabınız" side="right">
            <button type="button" onClick={() => setStep('Bilgiler')}>
              Gönder
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Bitir
            </button>
          </Panel>
        </>
      )
    }
    const screen = await render(<Till />)
    await screen.getByRole('button', { name: 'Giriş yap' }).click()
    await screen.getByRole('button', { name: 'Gönder' }).click()
    await screen.getByRole('button', { name: 'Bitir' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Bilgiler' })).toHaveFocus()
  })
})
