import { z } from 'zod'

/** Bytes of an upload. */
export const largestLogo = 5 * 1024 * 1024
export const logoTooLarge = 'Logo en çok 5 MB olabilir.'

export const Logo = z.object({
  id: z.string('Logo gerekli').regex(/^[0-9a-f]{32}$/, 'Böyle bir logo yok'),
  type: z.enum(['image/svg+xml', 'image/png', 'image/webp'], 'Logo gerekli'),
  width: z.number('Logo gerekli').int('Logo gerekli').min(1, 'Logo gerekli').max(20_000, 'Logo gerekli'),
  height: z.number('Logo gerekli').int('Logo gerekli').min(1, 'Logo gerekli').max(20_000, 'Logo gerekli'),
  /** Has a ground of its own. */
  opaque: z.boolean('Logo gerekli'),
})
export type Logo = z.infer<typeof Logo>

export const logoFiles = ['logo.png', 'icon-64.png', 'icon-180.png', 'icon-512.png', 'maskable.png'] as const

/** The address of one file of a logo: of itself, or of what is made of it. */
export function logoUrl({ id, type }: Logo, file: 'image' | (typeof logoFiles)[number]): string {
  return `/media/logo/${id}/${file === 'image' ? `image.${type === 'image/svg+xml' ? 'svg' : type.slice(6)}` : file}`
}
