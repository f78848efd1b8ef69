/**
 * Runs what must hold within one window of a limit. Windows begin by the clock, so work that failed while one of `length`
 * milliseconds ended is done once more; `turn` (1, 2) is for accounts and addresses that no limit has counted.
 */
export async function inOneWindow(length: number, work: (turn: number) => Promise<void>): Promise<void> {
  const windowNow = () => Math.floor(Date.now() / length)
  const began = windowNow()
  try {
    await work(1)
  } catch (error) {
    if (windowNow() === began) throw error
    await work(2)
  }
}
