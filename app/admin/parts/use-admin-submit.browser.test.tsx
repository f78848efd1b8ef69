import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { closeToasts, Toasts } from '#app/ui/toast.tsx'
import { useAdminSubmit } from './use-admin-submit.ts'

test('that it went wrong is said no more once it went well', async () => {
  onTestFinished(closeToasts)
  const work = vi.fn(async () => 'Yanıtınız gönderiliyor.').mockRejectedValueOnce(new TypeError('offline'))
  function Form() {
    const { submit } = useAdminSubmit('Yanıt gönderilemedi. Lütfen tekrar deneyin.')
    return (
      <>
        <button type="button" onClick={() => submit(work)}>
          Gönder
        </button>
        <Toasts />
      </>
    )
  }
  const screen = await render(<Form />)
  const send = screen.getByRole('button', { name: 'Gönder' })
  await send.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await send.click()
  await expect.element(screen.getByRole('status')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
