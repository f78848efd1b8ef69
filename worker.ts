import type { Figures } from './web/metrics.ts'

/** What a worker and its parent (`workers.ts`) say to each other, and the worker's end of it. */
export type FromWorker =
  | { kind: 'hello' | 'opened' | 'listening' | 'figures-wanted' }
  | { kind: 'failed'; reason: string }
  | { kind: 'figures'; ask: number; figures: Figures }

export type FromParent =
  | { kind: 'open'; place: number; aloud: boolean }
  | { kind: 'listen' }
  | { kind: 'figures-asked'; ask: number }
  | { kind: 'figures-of-others'; all: Figures[] }

export type Parent = {
  /** Which of the workers this is, from 1; the one that takes a place over has its number too. */
  place: number
  /** Whether what the start has to say is said here: one of them says it. */
  aloud: boolean
  /** The shop is open: resolves once this process may take the port. */
  mayListen(): Promise<void>
  listening(): void
  figuresOfOthers(): Promise<Figures[]>
}

/** Hears from the parent what is to be done, and from now on tells it this process's figures when asked. */
export async function meetParent(ownFigures: () => Promise<Figures>): Promise<Parent> {
  process.on('message', (message: FromParent) => {
    if (message.kind !== 'figures-asked') return
    void ownFigures().then((figures) => tell({ kind: 'figures', ask: message.ask, figures }))
  })
  const { place, aloud } = await ask('hello', 'open')
  return {
    place,
    aloud,
    mayListen: async () => void (await ask('opened', 'listen')),
    listening: () => void tell({ kind: 'listening' }),
    figuresOfOthers: async () => (await ask('figures-wanted', 'figures-of-others')).all,
  }
}

/** The start failed for a reason that the owner can mend; the parent says it once for all. */
export function tellFailure(reason: string): Promise<void> {
  return tell({ kind: 'failed', reason })
}

type Answer<K extends FromParent['kind']> = Extract<FromParent, { kind: K }>

function ask<K extends FromParent['kind']>(question: 'hello' | 'opened' | 'figures-wanted', answer: K) {
  return new Promise<Answer<K>>((resolve) => {
    const hear = (message: FromParent) => {
      if (message.kind !== answer) return
      process.off('message', hear)
      resolve(message as Answer<K>)
    }
    process.on('message', hear)
    void tell({ kind: question })
  })
}

/** Resolves when it is sent; a parent that is gone hears nothing, and this process ends with it. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
