import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useFields } from '#app/ui/form.ts'
import { asCode, CodeField } from './code-field.tsx'

function Form() {
  const { field } = useFields({ code: '' }, asCode)
  return <CodeField {...field('code')} />
}

test.for(['643 582', 'Kodunuz: 643582', '6435829'])('of %s the six digits are taken', async (pasted) => {
  const screen = await render(<Form />)
  await screen.getByLabelText('Onay kodu').fill(pasted)
  await expect.element(screen.getByLabelText('Onay kodu')).toHaveValue('643582')
})
