import type { ShopPolicies } from '../settings/policies.ts'
import type { Promises } from '../settings/promises.ts'

/** Lines that are numbered, from 1 unless it is said. */
export type Steps = { steps: string[]; from?: number }

/** A block of a text, without styling. */
export type Block = { p: string } | { list: string[] } | Steps | { facts: { label: string; value: string }[] }

/** `sub`: stands under the part before it. */
export type TextPart = { title: string; blocks: Block[]; sub?: boolean }

/** `version` identifies the exact words, to know later which ones somebody read. */
export type ShopText = { title: string; description: string; lead: string; parts: TextPart[]; version: string }

/** The lines of steps with their numbers. */
export function numbered({ steps, from = 1 }: Steps): string[] {
  return steps.map((step, index) => `${from + index}. ${step}`)
}

/** The facts that fill the texts. */
export type TextFacts = {
  shopName: string
  shopEmail: string
  shopAddress: string
  /** Whether messages go through a form-to-mail service too. */
  forwarded: boolean
  /** Whether codes go by SMS. */
  texted: boolean
  /** Whether who has no account may buy. */
  guests: boolean
  /** Whether who agreed to mails is told of a cart that she left. */
  keptCarts: boolean
  /** Whether who bought a piece may review it. */
  reviews: boolean
  /** Whether she asks for a return in her order, and the shop's number at the carrier for it. */
  easyReturns: boolean
  returnContract: string
  policies: ShopPolicies
  promises: Promises
}
