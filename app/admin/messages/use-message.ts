import { useEffect, useRef } from 'react'
import type { WireMessage, WireMessageDetail } from '#api/wire/admin/messages.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

export type MessageMarks = { read?: boolean; answered?: boolean; archived?: boolean }

/** A message, fetched and marked as read when it is opened; its marks are saved one by one. */
export function useMessage(id: string, onChanged: (message: WireMessage) => void) {
  const path = `/admin/messages/${encodeURIComponent(id)}` as const
  const { state, again, change } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/messages/{id}'>('GET', path, undefined, { signal }),
  )
  const { busy, submit } = useAdminSubmit('Mesaj değiştirilemedi. Lütfen tekrar deneyin.')
  const opened = useRef(false)

  const mark = (marks: MessageMarks, done?: string) =>
    submit(async () => {
      const { data } = await adminCall<'PUT /admin/messages/{id}'>('PUT', path, marks)
      change((answer) => ({ ...answer, data: { ...answer.data, ...data } }))
      onChanged(data)
      refreshDashboard()
      return done
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is reading it, once
  useEffect(() => {
    if (state.kind !== 'ready' || opened.current) return
    opened.current = true
    if (state.value.data.readAt === null) void mark({ read: true })
  }, [state.kind])

  return {
    state,
    again,
    changed(message: WireMessageDetail) {
      change((answer) => ({ ...answer, data: message }))
      onChanged(message)
    },
    busy,
    mark,
  }
}
