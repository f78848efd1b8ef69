/** Past, present and undone states. Changes with the same `mark` in a row, such as the letters of one cell, are one step. */
export type History<T> = { past: T[]; present: T; future: T[]; mark?: string }

const steps = 200

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

export function record<T>(history: History<T>, present: T, mark?: string): History<T> {
  if (present === history.present) return history
  if (mark !== undefined && mark === history.mark) return { ...history, present, future: [] }
  return { past: [...history.past, history.present].slice(-steps), present, future: [], mark }
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future }
  return { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...rest] = future
  if (after === undefined) return { past, present, future }
  return { past: [...past, present], present: after, future: rest }
}
