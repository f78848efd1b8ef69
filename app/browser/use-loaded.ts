import { useCallback, useEffect, useState } from 'react'
import { api } from './api-client.ts'

export type Loaded<T> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'ready'; value: T; refreshing: boolean }

/** It is fetched again: the last value stays in view meanwhile. */
export function refetching<T>(state: Loaded<T>): Loaded<T> {
  return state.kind === 'ready' ? { ...state, refreshing: true } : { kind: 'loading' }
}

export function fetched<T>(value: T): Loaded<T> {
  return { kind: 'ready', value, refreshing: false }
}

/**
 * Something personal, fetched in the browser; fetched again when `key` changes, the last one staying in view meanwhile. One that
 * failed is tried again once there is a line.
 */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    const stopped = new AbortController()
    setState(refetching)
    load(stopped.signal).then(
      (value) => !stopped.signal.aborted && setState(fetched(value)),
      (error: unknown) => !stopped.signal.aborted && setState({ kind: 'failed', error }),
    )
    return () => stopped.abort()
  }, [key, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  const failed = state.kind === 'failed'
  useEffect(() => {
    if (failed) addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed, again])
  const change = useCallback(
    (by: (value: T) => T) =>
      setState((state) => (state.kind === 'ready' ? { ...state, value: by(state.value) } : state)),
    [],
  )
  return { state, again, change }
}

/** An address, in this page alone, of a file that is fetched with the token; undefined until it is there. */
export function useFileAddress(path: string): { address: string | undefined; failed: boolean } {
  const [address, setAddress] = useState<string>()
  const { state } = useLoaded(path, (signal) => api.file(path, { signal }))
  const file = state.kind === 'ready' ? state.value : undefined
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return { address, failed: state.kind === 'failed' }
}
