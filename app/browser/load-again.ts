declare global {
  interface Window {
    /** True once the page goes, or stays as she wishes. */
    loadAgain?: () => Promise<true | undefined>
  }
}

/**
 * For a script that could not be fetched, as the version that made the page is gone: what needs it waits where the page is loaded
 * anew (server/starter.js), and fails where that does not help.
 */
export async function orLoadAgain(error: unknown): Promise<never> {
  if (await window.loadAgain?.()) return new Promise(() => {})
  throw error
}
