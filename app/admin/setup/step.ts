import type { WireSetup } from '#api/wire/setup.ts'

/** The props of a step's screen; what a save answers, or nothing when all is to be fetched again, is handed back. */
export type StepProps = {
  setup: WireSetup
  step: WireSetup['steps'][number]
  onChanged: (setup?: WireSetup) => void
}
