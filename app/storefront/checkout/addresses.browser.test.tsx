import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAddress } from '#api/wire/accounts.ts'
import { useFields } from '#app/ui/form.ts'
import { blankInvoice } from '#shop/fields/invoice.ts'
import { AddressChoice, useSavedAddresses } from './addresses.tsx'
import { PostalFields } from './postal-fields.tsx'

const person = { firstName: 'Ayşe', lastName: 'Ak', phone: '+905321112233' }
const saved = {
  ...{ id: 'a1', title: 'Ev', ...person, isDefault: true, address: 'Gül Sokak 1', city: 'Sinop' },
  ...{ district: 'boyabat', neighbourhood: null, postalCode: null },
} as WireAddress

function Form() {
  const blank = { firstName: '', lastName: '', phone: '', email: '', address: '', city: '', district: '' }
  const { values, field, set } = useFields({ ...blank, neighbourhood: '', postalCode: '', ...blankInvoice })
  const choose = (address: Partial<typeof values>) => {
    for (const [name, text] of Object.entries(address)) set(name as keyof typeof values, text)
  }
  const { addresses, chosen, unsaved } = useSavedAddresses(values, choose, true)
  return (
    <>
      <AddressChoice addresses={addresses} chosen={chosen} onChoose={choose} />
      <PostalFields field={field} set={set} />
      {unsaved && <p>Kaydedilebilir</p>}
    </>
  )
}

test('a saved address stays the chosen one where its district is written as in the list', async () => {
  const real = window.fetch
  vi.stubGlobal('fetch', async (path: string, ...more: []) =>
    /account\/addresses$/.test(path) ? Response.json({ success: true, data: [saved] }) : real(path, ...more),
  )
  const screen = await render(<Form />)
  await expect.element(screen.getByLabelText(/^İlçe/)).toHaveValue('Boyabat')
  await expect.element(screen.getByRole('radio', { name: /^Ev/ })).toBeChecked()
  await expect.element(screen.getByText('Kaydedilebilir')).not.toBeInTheDocument()
})
