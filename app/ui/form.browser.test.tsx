import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Field } from './field.tsx'
import { useFields } from './form.ts'

function Address() {
  const { values, field, form, accept, clear } = useFields(
    { name: '', code: '' },
    { code: (text) => text.replace(/\D/g, '') },
  )
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        accept({
          ...(values.name === '' && { name: 'Ad gerekli' }),
          ...(values.code.length !== 5 && { code: 'Posta kodu 5 rakamdır' }),
        })
      }}
    >
      <Field label="Ad" {...field('name')} />
      <Field label="Posta kodu" {...field('code')} />
      <button type="submit">Kaydet</button>
      <button type="button" onClick={clear}>
        Temizle
      </button>
    </form>
  )
}

async function openForm() {
  const screen = await render(<Address />)
  return {
    screen,
    name: screen.getByLabelText('Ad', { exact: true }),
    code: screen.getByLabelText('Posta kodu'),
    save: screen.getByRole('button', { name: 'Kaydet' }),
  }
}

describe('the fields of a form', () => {
  test('what is wrong stands at its field, and the first of it has the focus', async () => {
    const { name, code, save } = await openForm()
    await save.click()
    await expect.element(name).toHaveAccessibleDescription('Ad gerekli')
    await expect.element(code).toHaveAccessibleDescription('Posta kodu 5 rakamdır')
    await expect.element(name).toHaveFocus()
  })

  test('sent again, the focus goes to what is still wrong', async () => {
    const { name, code, save } = await openForm()
    await save.click()
    await name.fill('Ayşe')
    await save.click()
    await expect.element(code).toHaveFocus()
  })

  test('typing takes away the error of that field alone', async () => {
    const { name, code, save } = await openForm()
    await save.click()
    await name.fill('Ayşe')
    await expect.element(name).toBeValid()
    await expect.element(code).toHaveAccessibleDescription('Posta kodu 5 rakamdır')
  })

  test('the error of a pair that does not match goes with either of the two', async () => {
    function Passwords() {
      const { field, accept } = useFields({ secret: '', again: '' }, {}, { secret: 'again' })
      return (
        <>
          <Field label="Şifre" {...field('secret')} />
          <Field label="Tekrar" {...field('again')} />
          <button type="button" onClick={() => accept({ again: 'Şifreler eşleşmiyor.' })}>
            Kaydet
          </button>
        </>
      )
    }
    const screen = await render(<Passwords />)
    for (const label of ['Şifre', 'Tekrar']) {
      await screen.getByRole('button').click()
      await expect.element(screen.getByText('Şifreler eşleşmiyor.')).toBeVisible()
      await screen.getByLabelText(label).fill(label)
      await expect.element(screen.getByText('Şifreler eşleşmiyor.')).not.toBeInTheDocument()
    }
  })

  test('a field takes only what it can hold', async () => {
    const { code } = await openForm()
    await code.fill('34 700 x')
    await expect.element(code).toHaveValue('34700')
  })

  test('of two quick taps the second does nothing to what comes under the finger when the first is refused', async () => {
    const choices = ['1', '2', '3', '4', '5', '6', '7', '8']
    function Long() {
      const { field, form, accept } = useFields({ name: '' })
      return (
        <form ref={form} noValidate onSubmit={(event) => [event.preventDefault(), accept({ name: 'Ad gerekli' })]}>
          <Field label="Ad" {...field('name')} />
          {choices.map((choice) => (
            <label key={choice} style={{ display: 'block', height: '50vh' }}>
              <input type="checkbox" /> {choice} taksit
            </label>
          ))}
          <button type="submit">Kaydet</button>
        </form>
      )
    }
    const screen = await render(<Long />)
    await screen.getByRole('button').dblClick()
    await expect.element(screen.getByLabelText('Ad')).toHaveFocus()
    for (const choice of choices) await expect.element(screen.getByLabelText(`${choice} taksit`)).not.toBeChecked()
    await screen.getByLabelText('1 taksit').click()
    await expect.element(screen.getByLabelText('1 taksit')).toBeChecked()
  })

  test('clearing empties the fields and forgets what was wrong', async () => {
    const { screen, name, save } = await openForm()
    await name.fill('Ayşe')
    await save.click()
    await screen.getByRole('button', { name: 'Temizle' }).click()
    await expect.element(name).toHaveValue('')
    await expect.element(screen.getByText('Posta kodu 5 rakamdır')).not.toBeInTheDocument()
  })
})
