import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ApiError } from '#app/browser/api-client.ts'
import { Field } from './field.tsx'
import { useFields } from './form.ts'
import { Notice } from './notice.tsx'
import { Toasts, toast } from './toast.tsx'
import { useSubmit } from './use-submit.ts'

type Answer = { message?: string; error?: unknown }

/** The server of a form: each call is under way until the test answers it. */
function server() {
  const calls: ((answer: Answer) => void)[] = []
  const send = () =>
    new Promise<string | undefined>((resolve, reject) =>
      calls.push(({ message, error }) => (error ? reject(error) : resolve(message))),
    )
  return { calls, send, answer: (answer: Answer) => calls.at(-1)?.(answer) }
}

type FormProps = { send: () => Promise<string | undefined>; notify?: typeof toast }

function Profile({ send, notify }: FormProps) {
  const fields = useFields({ name: 'Ayşe', email: 'ayse@posta.example' })
  const { busy, good, bad, submit } = useSubmit({
    form: fields,
    failure: { silent: 'Kaydedilemedi. Lütfen tekrar deneyin.', unreached: 'Sunucuya ulaşılamadı' },
    fieldName: (name) => name.replace(/^profile\./, ''),
    notify,
  })
  return (
    <form
      ref={fields.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit(send)
      }}
    >
      <Field label="Ad" {...fields.field('name')} />
      <Field label="E-posta" {...fields.field('email')} />
      {good && <Notice tone="good">{good}</Notice>}
      {bad && <Notice tone="bad">{bad}</Notice>}
      <button type="submit" disabled={busy}>
        {busy ? 'Kaydediliyor…' : 'Kaydet'}
      </button>
      <Toasts />
    </form>
  )
}

async function openForm(notify?: typeof toast) {
  const { calls, send, answer } = server()
  const screen = await render(<Profile send={send} notify={notify} />)
  return {
    calls,
    answer,
    name: screen.getByLabelText('Ad', { exact: true }),
    email: screen.getByLabelText('E-posta'),
    button: screen.getByRole('button', { name: /^Kayde/ }),
    good: screen.getByRole('status'),
    bad: screen.getByRole('alert'),
  }
}

describe('submitting', () => {
  test('the button waits meanwhile, and then the answer is shown', async () => {
    const { answer, button, good } = await openForm()
    await button.click()
    await expect.element(button).toBeDisabled()
    await expect.element(button).toHaveTextContent('Kaydediliyor…')
    answer({ message: 'Bilgileriniz kaydedildi.' })
    await expect.element(good).toHaveTextContent('Bilgileriniz kaydedildi.')
    await expect.element(button).toBeEnabled()
  })

  test('pressed twice at once, it is sent once', async () => {
    const { calls, button } = await openForm()
    const element = button.element() as HTMLButtonElement
    element.click()
    element.click()
    await expect.element(button).toBeDisabled()
    expect(calls).toHaveLength(1)
  })

  test('the button that was pressed has the focus again, however it ended', async () => {
    const { answer, button } = await openForm()
    for (const end of [{ message: 'Kaydedildi.' }, { error: new ApiError(502, {}) }]) {
      await button.click()
      await expect.element(button).toBeDisabled()
      answer(end)
      await expect.element(button).toBeEnabled()
      await expect.element(button).toHaveFocus()
    }
  })

  test('whoever went on meanwhile is left where she is', async () => {
    const { answer, button, email, good } = await openForm()
    await button.click()
    await expect.element(button).toBeDisabled()
    await email.click()
    answer({ message: 'Kaydedildi.' })
    await expect.element(good).toHaveTextContent('Kaydedildi.')
    await expect.element(email).toHaveFocus()
  })

  test('the second of two presses hears how the first ended', async () => {
    const { calls, send, answer } = server()
    const ends: boolean[] = []
    function Twice() {
      const { submit } = useSubmit({ failure: 'Silinemedi.' })
      return (
        <button type="button" onClick={async () => ends.push(await submit(send))}>
          Sil
        </button>
      )
    }
    const screen = await render(<Twice />)
    const button = screen.getByRole('button').element() as HTMLButtonElement
    button.click()
    button.click()
    answer({ message: 'Silindi.' })
    await expect.poll(() => ends).toEqual([true, true])
    expect(calls).toHaveLength(1)
  })

  test('what the server finds wrong with a field stands there with the focus, and nothing else is said', async () => {
    const { answer, button, email, bad } = await openForm()
    await button.click()
    const fields = { email: ['Bu adres başka bir hesapta', 'ikinci cümle'] }
    answer({ error: new ApiError(409, { error: fields, message: 'Formu kontrol edin' }) })
    await expect.element(email).toHaveAccessibleDescription('Bu adres başka bir hesapta')
    await expect.element(email).toHaveFocus()
    await expect.element(bad).not.toBeInTheDocument()
  })

  test('a field may have another name at the server', async () => {
    const { answer, button, name } = await openForm()
    await button.click()
    answer({ error: new ApiError(400, { error: { 'profile.name': ['Ad gerekli'] } }) })
    await expect.element(name).toHaveAccessibleDescription('Ad gerekli')
  })

  test('an error of a field that the form has not is a sentence', async () => {
    const { answer, button, bad } = await openForm()
    await button.click()
    answer({ error: new ApiError(400, { error: { version: ['Eski'] }, message: 'Sayfayı yenileyin' }) })
    await expect.element(bad).toHaveTextContent('Sayfayı yenileyin')
  })

  test('a failure keeps what was typed, and its sentence goes with the next try', async () => {
    const { answer, button, name, bad } = await openForm()
    await name.fill('Gülşah')
    await button.click()
    answer({ error: new ApiError(0, { message: 'Sunucu ile bağlantı kurulamadı' }) })
    await expect.element(bad).toHaveTextContent('Sunucuya ulaşılamadı')
    await expect.element(name).toHaveValue('Gülşah')
    await button.click()
    await expect.element(bad).not.toBeInTheDocument()
  })

  test('a failure without words gets those of the form', async () => {
    const { answer, button, bad } = await openForm()
    await button.click()
    answer({ error: new ApiError(502, {}) })
    await expect.element(bad).toHaveTextContent('Kaydedilemedi. Lütfen tekrar deneyin.')
  })

  test('where there are toasts, the sentences are theirs', async () => {
    const { answer, button, good, bad } = await openForm(toast)
    await button.click()
    answer({ message: 'Kategori kaydedildi.' })
    await expect.element(good).toMatchTextContent('Kategori kaydedildi.')
    await button.click()
    answer({ error: new ApiError(404, { message: 'Kategori bulunamadı' }) })
    await expect.element(bad).toMatchTextContent('Kategori bulunamadı')
  })
})
