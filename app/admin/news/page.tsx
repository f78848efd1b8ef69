import { useParams } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { NewsEditor } from './editor.tsx'
import { NewsReport } from './report.tsx'

/** One newsletter: a draft to write, or what became of it. */
export default function NewsletterPage() {
  const { id = '' } = useParams()
  return id === 'yeni' ? <NewsEditor /> : <Written key={id} id={id} />
}

function Written({ id }: { id: string }) {
  const path = `/admin/newsletters/${encodeURIComponent(id)}` as const
  const { state, again, change } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/newsletters/{id}'>('GET', path, undefined, { signal }),
  )
  if (state.kind !== 'ready')
    return <ListState state={state} what="Bülten" otherwise="Bülten alınamadı" onAgain={again} />
  const newsletter = state.value.data
  const shown = {
    newsletter,
    onChanged: (data: typeof newsletter) => change((value) => ({ ...value, data })),
  }
  return newsletter.state === 'DRAFT' ? <NewsEditor {...shown} /> : <NewsReport {...shown} onAgain={again} />
}
