import type { LineState } from '../../ports.ts'

/** Where nobody ever waits. */
export const lineWhileNone: LineState = { open: false, called: 0, last: 0, perSecond: null, soldOut: [] }
