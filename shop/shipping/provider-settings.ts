import type { z } from 'zod'

type Source = Record<string, string | undefined>

/** The settings of a provider of shipments. `Config` is what it is opened with, under its own name. */
export type ShippingSettings<Config> = {
  /** The heading of its settings in docs/settings.md. */
  title: string
  schema: Readonly<Record<string, z.ZodType>>
  /** Reads a source that the schema accepts, once the provider is chosen. */
  read(source: Source): { missing: string[] } | { config: Config }
  /** Each thing that a live shop must not start with, in a line. */
  findLiveProblems(source: Source): string[]
}
