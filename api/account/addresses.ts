import { addAddress, listAddresses, removeAddress, type SavedAddress, updateAddress } from '#shop/accounts/addresses.ts'
import { Address } from '#shop/accounts/contract.ts'
import { badInput, created, Id, json, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireAddress } from '../wire/accounts.ts'

function toWire(saved: SavedAddress): WireAddress {
  const { userId: _, createdAt: _created, updatedAt: _updated, ...address } = saved
  return address
}

export const accountAddresses = resource()
  .openapi(
    route('GET /account/addresses', {
      tags: ['Account'],
      summary: "The user's addresses, the default one first",
      ...own,
      failures: userFailures,
    }),
    async (c) => ok(c, (await listAddresses(c.get('ctx'))).map(toWire)),
  )
  .openapi(
    route('POST /account/addresses', {
      tags: ['Account'],
      summary: 'Add an address; the first one is the default',
      ...own,
      request: json(Address),
      created: true,
      failures: { ...userFailures, ...badInput, 409: 'Too many addresses' },
    }),
    async (c) => {
      const data = toWire(await addAddress(c.get('ctx'), c.req.valid('json')))
      return created(c, data, 'Adres kaydedildi.')
    },
  )
  .openapi(
    route('PUT /account/addresses/{id}', {
      tags: ['Account'],
      summary: 'Change an address, or make it the default',
      ...own,
      request: { params: Id, ...json(Address) },
      failures: { ...userFailures, ...badInput, 404: 'No such address of this user' },
    }),
    async (c) => {
      const data = toWire(await updateAddress(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')))
      return ok(c, data, 'Adres kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /account/addresses/{id}', {
      tags: ['Account'],
      summary: 'Remove an address',
      ...own,
      request: { params: Id },
      failures: { ...userFailures, 404: 'No such address of this user' },
    }),
    async (c) => {
      await removeAddress(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Adres silindi.')
    },
  )
