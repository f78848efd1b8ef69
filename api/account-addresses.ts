import { createRoute, z } from '@hono/zod-openapi'
import { addAddress, listAddresses, removeAddress, type SavedAddress, updateAddress } from '#shop/accounts/addresses.ts'
import { Address } from '#shop/accounts/contract.ts'
import { guarded, json, own } from './account.ts'
import { answers, resource } from './api.ts'

const WireAddress = z
  .object({
    id: z.uuid(),
    title: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().openapi({ description: 'E.164' }),
    address: z.string(),
    city: z.string(),
    postalCode: z.string().nullable(),
    isDefault: z.boolean(),
  })
  .openapi('Address')

const AddressId = z.object({ id: z.string().max(64) })

function toWire(saved: SavedAddress): z.infer<typeof WireAddress> {
  const { id, title, firstName, lastName, phone, address, city, postalCode, isDefault } = saved
  return { id, title, firstName, lastName, phone, address, city, postalCode, isDefault }
}

export const accountAddresses = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/addresses',
      tags: ['Account'],
      summary: "The user's addresses, the default one first",
      ...own,
      responses: answers(z.array(WireAddress), guarded),
    }),
    async (c) => c.json({ success: true as const, data: (await listAddresses(c.get('ctx'))).map(toWire) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/addresses',
      tags: ['Account'],
      summary: 'Add an address; the first one is the default',
      ...own,
      request: json(Address),
      responses: answers(WireAddress, { ...guarded, 400: 'Invalid input', 409: 'Too many addresses' }, 201),
    }),
    async (c) => {
      const data = toWire(await addAddress(c.get('ctx'), c.req.valid('json')))
      return c.json({ success: true as const, data, message: 'Adres kaydedildi.' }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/account/addresses/{id}',
      tags: ['Account'],
      summary: 'Change an address, or make it the default',
      ...own,
      request: { params: AddressId, ...json(Address) },
      responses: answers(WireAddress, { ...guarded, 400: 'Invalid input', 404: 'No such address of this user' }),
    }),
    async (c) => {
      const data = toWire(await updateAddress(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')))
      return c.json({ success: true as const, data, message: 'Adres kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/addresses/{id}',
      tags: ['Account'],
      summary: 'Remove an address',
      ...own,
      request: { params: AddressId },
      responses: answers(z.null(), { ...guarded, 404: 'No such address of this user' }),
    }),
    async (c) => {
      await removeAddress(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: null, message: 'Adres silindi.' }, 200)
    },
  )
