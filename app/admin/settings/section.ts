import type { WireSettings } from '#api/wire/admin/settings.ts'

/** The props of a section's form: all settings, and a callback for the saved ones. */
export type SectionProps = {
  settings: WireSettings
  onSaved: (settings: Partial<WireSettings>) => void
  /** Fetches them again, because somebody else has saved. */
  onReload: () => void
}
