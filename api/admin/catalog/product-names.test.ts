import { expect } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { aProductForm, aVariantRow, sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'

test('a new product may have the name of another; its address gets a number', async ({ ctx, app }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const slugs = []
  for (const sku of ['A', 'B', 'C']) {
    const form = await aProductForm(ctx, { variants: JSON.stringify([{ ...aVariantRow, sku }]) })
    slugs.push((await sendForm(app, 'POST', '/admin/products', form, token)).body.data?.slug)
  }
  expect(slugs).toEqual(['keten-elbise', 'keten-elbise-2', 'keten-elbise-3'])
})
