import sharp from 'sharp'
import type { Ctx } from '#shop/ctx.ts'
import { storeLogo } from '#shop/settings/face/logos.ts'
import { saveLook } from '#shop/settings/face/look.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" rx="50" fill="#a8321c"/></svg>'

/** Gives the shop a logo of 3 to 1 that an owner uploaded as SVG or PNG. */
export async function aLogo(ctx: Ctx, kind: 'svg' | 'png') {
  const svg = Buffer.from(drawing)
  const logo = await storeLogo(ctx, kind === 'svg' ? svg : await sharp(svg).png().toBuffer())
  await saveLook(ctx, { accent: null, logo, onDark: null, icon: null })
  return logo
}
