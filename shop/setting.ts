import { z } from 'zod'

/** The description of a setting in docs/settings.md, besides its type. */
type About = {
  meaning: string
  /** Is not to be shown to anybody. */
  secret?: true
  /** In place of the type's default, where that is computed. */
  default?: string
}
export const about = new Map<z.ZodType, About>()

/** An empty setting counts as not set. */
export function setting<T extends z.ZodType>(type: T, meaning: string, more: Omit<About, 'meaning'> = {}) {
  const schema = z.preprocess((value) => (value === '' ? undefined : value), type)
  about.set(schema, { meaning, ...more })
  return schema
}

export function secret<T extends z.ZodType>(type: T, meaning: string, more: { default?: string } = {}) {
  return setting(type, meaning, { ...more, secret: true })
}

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Whether an address is http to another machine than this one. */
export function isOverTheNetInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
