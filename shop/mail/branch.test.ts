import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { findBrand } from '../settings/brand.ts'
import { demoBrand } from '../settings/demo-brand.ts'
import { branchPng } from './branch.ts'
import { mailOf, paragraph } from './layout.ts'
import { queueMail, sendMail } from './outbox.ts'

const content = {
  kind: 'hello',
  subject: 'Merhaba',
  title: 'Merhaba',
  blocks: [paragraph('Merhaba')],
  reason: 'Deneme.',
}

test('a mail of the demo brand brings its branch along, and that of another brand none', async ({
  ctx,
  queued,
  clock,
}) => {
  const brand = await findBrand(ctx)
  for (const shopName of [demoBrand, 'Başka Butik']) {
    await queueMail(ctx, { ...mailOf({ ...brand, shopName }, content), to: 'ayse@posta.example' })
    const job = queued.at(-1)
    if (job?.name !== 'send-mail') throw new Error('no mail was queued')
    await sendMail(ctx, job.data.mailId)
    clock.forward(1000)
  }
  const folder = join(ctx.config.dataDir, 'mail')
  const [own = '', other = ''] = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').replaceAll('=\n', ''))
  expect(own).toContain('src=3D"cid:nar-dali"')
  expect(own).toMatch(/Content-Type: image\/png; name=nar-dali\.png/)
  expect(own).toMatch(/Content-Id: <nar-dali>/i)
  expect(own).toMatch(/Content-Disposition: inline/)
  expect(own.replaceAll('\n', '')).toContain(branchPng.toString('base64').replace(/=+$/, ''))
  expect(other).not.toMatch(/nar-dali|image\/png/)
})

test('the branch of the mails is the one of the pages', async () => {
  // Another file of this worker may have read pictures as the shop does: no drawings.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const pixels = (picture: Buffer) =>
    sharp(picture, { density: 144 }).flatten({ background: '#fbf8f4' }).resize(320, 128).raw().toBuffer()
  const [mailed, drawn] = await Promise.all([branchPng, readFileSync('app/styles/branch.svg')].map(pixels))
  if (!mailed || !drawn) throw new Error('nothing drawn')
  const apart = mailed.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0) / mailed.length
  expect(apart).toBeLessThan(2)
})
