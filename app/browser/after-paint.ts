/** Work that may wait until the screen has answered a tap: the answer is seen first, however long the work takes. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
