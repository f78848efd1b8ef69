import type { z } from 'zod'

/** The environment as it is given. */
type Source = Record<string, string | undefined>

/** The keys that a provider needs, as the panel names them. */
type ProviderKeys = { label: string; set: boolean }

/** A key that the owner types in the panel; `name` is the setting that it fills. */
type ProviderKey = { name: string; label: string; hint: string; secret: boolean; form: RegExp; wrong: string }

/** The settings of a provider, and what the panel shows of them. `Config` is what it is opened with, under its own name. */
export type ProviderSettings<Config> = {
  /** The heading of its settings in docs/settings.md. */
  title: string
  schema: Readonly<Record<string, z.ZodType>>
  /** Reads a source that the schema accepts, once the provider is chosen. */
  read(source: Source): { missing: string[] } | { config: Config }
  /** Each thing that a live shop must not start with, in a line. */
  findLiveProblems(source: Source): string[]
  /** The keys that the panel asks for, and the settings that it saves with them, for real money (`live`) or for tries (`test`). */
  setup?: { keys: ProviderKey[]; beside: (side: 'live' | 'test') => Record<string, string> }
  /** Whether it takes real money, and the sentence that the owner reads of it. */
  readiness(config: Partial<Config>): { done: boolean; text: string }
  /** The part of its settings that the panel shows; of secrets, only whether they are set. */
  shown(config: Partial<Config>): { address: string | null; keys: ProviderKeys | null }
}
