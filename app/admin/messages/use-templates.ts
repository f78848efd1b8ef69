import type { WireTemplate } from '#api/wire/admin/messages.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { adminCall } from '../parts/api.ts'

/** The ready texts; none while they are on their way, or when they cannot be read: an answer is written without them too. */
export function useTemplates(): WireTemplate[] {
  const { state } = useLoaded('message-templates', async (signal) => {
    const path = '/admin/message-templates'
    return (await adminCall<'GET /admin/message-templates'>('GET', path, undefined, { signal })).data
  })
  return state.kind === 'ready' ? state.value : []
}
