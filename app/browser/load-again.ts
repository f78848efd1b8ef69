declare global {
  interface Window {
    /** True once the page goes, or stays as she wishes. */
    loadAgain?: () => Promise<true | undefined>
  }
}

/**
 * For a script that could not be fetched because the version that made the page is gone. Waits for ever where the page is loaded
 * again (server/starter.js), and throws where that does not help.
 */
export async function orLoadAgain(error: unknown): Promise<never> {
  if (await window.loadAgain?.()) return new Promise(() => {})
  throw error
}
