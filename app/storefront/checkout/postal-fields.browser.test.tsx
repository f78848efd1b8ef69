import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useFields } from '#app/ui/form.ts'
import { blankInvoice } from '#shop/fields/invoice.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { PostalFields } from './postal-fields.tsx'

const blank = { city: 'Balıkesir', district: 'Edremit', neighbourhood: 'Akçay Mah.', postalCode: '', address: '' }

function Form() {
  const { field, set } = useFields<keyof typeof blank>(blank)
  return <PostalFields field={field} set={set} />
}

test('a district stays where the new province has it too, and comes back with its own', async () => {
  const screen = await render(<Form />)
  const [city, district] = [screen.getByLabelText('İl', { exact: true }), screen.getByLabelText(/^İlçe/)]
  const neighbourhood = screen.getByLabelText(/^Mahalle/)
  await city.selectOptions('Van')
  await expect.element(district).toHaveValue('Edremit')
  await expect.element(neighbourhood).toHaveValue('')
  await city.selectOptions('Konya')
  await expect.element(district).toHaveValue('')
  await city.selectOptions('Balıkesir')
  await expect.element(district).toHaveValue('Edremit')
  await expect.element(neighbourhood).toHaveValue('Akçay Mah.')
  await city.selectOptions('Konya')
  await district.fill('Meram')
  await city.selectOptions('Balıkesir')
  await expect.element(district).toHaveValue('')
})

test('of a postal code its five digits are taken, however it is written', async () => {
  const screen = await render(<Form />)
  const code = screen.getByLabelText(/^Posta kodu/)
  await userEvent.type(code, 'TR-34 710')
  await expect.element(code).toHaveValue('34710')
})

function Invoice() {
  const own = { invoiceAddress: 'yes', 'invoiceAddress.city': 'Balıkesir', 'invoiceAddress.district': 'Edremit' }
  const { field, set } = useFields<keyof typeof blankInvoice>({ ...blankInvoice, ...own })
  return <InvoiceFields field={field} set={set} />
}

test('the district of an invoice stays where the new province has it too, and comes back with its own', async () => {
  const screen = await render(<Invoice />)
  const [city, district] = [screen.getByLabelText('Fatura ili'), screen.getByLabelText('Fatura ilçesi')]
  await city.selectOptions('Van')
  await expect.element(district).toHaveValue('Edremit')
  await city.selectOptions('Konya')
  await expect.element(district).toHaveValue('')
  await city.selectOptions('Balıkesir')
  await expect.element(district).toHaveValue('Edremit')
})

// A page keeps what it has fetched, and other tests may share this page: the two tests below choose provinces that no other does.
test('the districts that a bad line did not bring are asked for again at the next field', async () => {
  let isBad = true
  const real = window.fetch
  const asked = vi.fn(async (...args: Parameters<typeof fetch>) => {
    if (isBad) throw new TypeError('a bad line')
    return real(...args)
  })
  vi.stubGlobal('fetch', asked)
  const screen = await render(<Form />)
  await screen.getByLabelText('İl', { exact: true }).selectOptions('Muğla')
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  isBad = false
  await screen.getByLabelText(/^İlçe/).fill('BODRUM')
  await screen.getByLabelText('Adres', { exact: true }).fill('Gül Sokak 1')
  await expect.element(screen.getByLabelText(/^İlçe/)).toHaveValue('Bodrum')
  vi.unstubAllGlobals()
})

test('a district typed without a line is the one of the list once the line is back, and its neighbourhood too', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line')
  })
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const screen = await render(<Form />)
  await screen.getByLabelText('İl', { exact: true }).selectOptions('Aydın')
  const [district, neighbourhood] = [screen.getByLabelText(/^İlçe/), screen.getByLabelText(/^Mahalle/)]
  await district.fill('KUSADASI')
  await neighbourhood.fill('turkmen')
  await screen.getByLabelText('Adres', { exact: true }).fill('Gül Sokak 1')
  await expect.element(district).toHaveValue('KUSADASI')
  vi.unstubAllGlobals()
  line.mockRestore()
  dispatchEvent(new Event('online'))
  await expect.element(district).toHaveValue('Kuşadası')
  await expect.element(neighbourhood).toHaveValue('Türkmen Mah.')
})
