import { describe, expect } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { test as base } from '#test/shop.ts'
import { type Ctx, newId } from '../ctx.ts'
import { addAddress, listAddresses, removeAddress, updateAddress } from './addresses.ts'
import { actorOfToken } from './sessions/sessions.ts'

const written = {
  firstName: 'İpek',
  lastName: 'Işık',
  phone: '05321234567',
  address: 'Bahariye Cad. 12/3 Kadıköy',
  city: 'İstanbul',
  district: 'Kadıköy',
  neighbourhood: null,
  postalCode: '34710',
}
const titled = (title: string, isDefault?: boolean) => ({ ...written, title, isDefault })
/** The titles in the order of the list, the default one with a star. */
const titles = async (ctx: Ctx) => (await listAddresses(ctx)).map((one) => one.title + (one.isDefault ? '*' : ''))

const test = base.extend<{ ipek: Ctx; zeynep: Ctx }>({
  ipek: async ({ ctx, as }, use) => use(as(await actorOfToken(ctx, await signIn(ctx, await aUser(ctx))))),
  zeynep: async ({ ctx, as }, use) => use(as(await actorOfToken(ctx, await signIn(ctx, await aUser(ctx))))),
})

describe('the default address', () => {
  test('is the first one, until another is made the default', async ({ ipek }) => {
    const home = await addAddress(ipek, titled('Ev'))
    const work = await addAddress(ipek, titled('İş'))
    expect(await titles(ipek)).toEqual(['Ev*', 'İş'])
    await updateAddress(ipek, home.id, titled('Ev', false))
    expect(await titles(ipek)).toEqual(['Ev*', 'İş'])
    await updateAddress(ipek, work.id, titled('Ofis', true))
    expect(await titles(ipek)).toEqual(['Ofis*', 'Ev'])
    await addAddress(ipek, titled('Yazlık', true))
    expect(await titles(ipek)).toEqual(['Yazlık*', 'Ev', 'Ofis'])
  })

  test('is the oldest of the others once it is removed', async ({ ipek }) => {
    const home = await addAddress(ipek, titled('Ev'))
    const work = await addAddress(ipek, titled('İş'))
    await addAddress(ipek, titled('Yazlık'))
    await removeAddress(ipek, home.id)
    expect(await titles(ipek)).toEqual(['İş*', 'Yazlık'])
    await addAddress(ipek, titled('Okul'))
    const [, summer] = await listAddresses(ipek)
    await removeAddress(ipek, summer?.id ?? '')
    expect(await titles(ipek)).toEqual(['İş*', 'Okul'])
    await removeAddress(ipek, work.id)
    expect(await titles(ipek)).toEqual(['Okul*'])
  })

  test('of one user is not touched by the choice of another', async ({ ipek, zeynep }) => {
    await addAddress(ipek, titled('Ev'))
    await addAddress(zeynep, titled('Ev'))
    await addAddress(zeynep, titled('İş', true))
    expect(await titles(ipek)).toEqual(['Ev*'])
    expect(await titles(zeynep)).toEqual(['İş*', 'Ev'])
  })
})

test('an address is changed and removed by its owner alone', async ({ ipek, zeynep }) => {
  const { id } = await addAddress(ipek, titled('Ev'))
  const gone = { code: 'NOT_FOUND', message: 'Bu adres artık kayıtlı değil.' }
  for (const [ctx, which] of [
    [zeynep, id],
    [ipek, newId()],
    [ipek, 'x'],
  ] as const) {
    await expect(updateAddress(ctx, which, titled('Başka'))).rejects.toMatchObject(gone)
    await expect(removeAddress(ctx, which)).rejects.toMatchObject(gone)
  }
  expect(await titles(ipek)).toEqual(['Ev*'])
})

test('twenty addresses may be saved, and another once one is removed', async ({ ipek }) => {
  for (let n = 1; n <= 20; n++) await addAddress(ipek, titled(`Adres ${n}`))
  await expect(addAddress(ipek, titled('Adres 21'))).rejects.toMatchObject({ code: 'CONFLICT' })
  const [first] = await listAddresses(ipek)
  await removeAddress(ipek, first?.id ?? '')
  expect(await addAddress(ipek, titled('Adres 21'))).toMatchObject({ title: 'Adres 21', isDefault: false })
})
