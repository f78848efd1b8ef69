import { redirect } from 'react-router'

/**
 * Something has another address now. The server adds the query that was asked with, campaign tags too; browsers ask
 * again each time, since an old address may be given to something else.
 */
export function movedTo(path: string) {
  return redirect(path, { status: 301, headers: { 'Cache-Control': 'no-cache' } })
}
