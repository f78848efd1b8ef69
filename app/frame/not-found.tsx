import { data } from 'react-router'

/** An address that leads nowhere is answered by the page for what is missing. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
