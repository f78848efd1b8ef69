import { useParams } from 'react-router'
import { ChangePage } from './change.tsx'
import { Choose } from './choose.tsx'

/** One change of many products: chosen here, previewed, applied and taken back on a page of its own. */
export default function Bulk() {
  const { id } = useParams()
  return id ? <ChangePage key={id} id={id} /> : <Choose />
}
