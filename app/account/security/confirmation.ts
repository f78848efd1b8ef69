import { ApiError } from '#app/browser/api-client.ts'

/** Whether a call was refused only until its user proves herself again. */
export function asksConfirmation(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
}

/**
 * Does the work; when it is refused until she proves herself again, asks her for that in a small dialog, and does it once
 * more. Called off, it fails as it was refused.
 */
export async function withConfirmation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!asksConfirmation(error)) throw error
    const { askConfirmation } = await import('./confirm-dialog.tsx')
    const by = (error.data as { by?: string } | undefined)?.by
    if (!(await askConfirmation(by === 'SECOND_STEP' ? 'second step' : 'anything'))) throw error
    return work()
  }
}
