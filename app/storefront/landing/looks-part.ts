import { partOnTouch } from '#app/browser/touched.ts'
import type { LandingLooksProps } from './looks.tsx'

/** The owner's looks; their script comes at the first touch. */
export const LandingLooks = partOnTouch<LandingLooksProps>(() =>
  import('./looks.tsx').then((m) => ({ default: m.LandingLooks })),
)
