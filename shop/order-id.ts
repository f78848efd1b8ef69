/** An order's number as people read it: '#' and the last 8 characters of its id. */
export function shownOrderId(id: string): string {
  return `#${id.slice(-8).toUpperCase()}`
}
