/** The address from which the router reads a list; it does not fetch ahead what it may find kept (kept-pages.ts). */
export function listData(path: string): string {
  return `${path}.data?_routes=storefront%2Flisting%2Flisting`
}
