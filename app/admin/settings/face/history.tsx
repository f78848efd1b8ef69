import { useState } from 'react'
import type { WireSettings, WireVersion } from '#api/wire/admin/settings.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import type { FacePart } from '#shop/settings/face/parts.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState } from '../../parts/list-parts.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

type HistoryProps = { part: FacePart; version: number; onSaved: (settings: WireSettings) => void }

/** The published versions of a part, with who and when, and the way back to each. Fetched once it is opened. */
export function History({ part, version, onSaved }: HistoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="border-line border-t">
      <summary className="flex min-h-12 cursor-pointer items-center font-medium">Önceki sürümler</summary>
      {open && <Versions key={version} part={part} onSaved={onSaved} />}
    </details>
  )
}

function Versions({ part, onSaved }: Omit<HistoryProps, 'version'>) {
  const { state, again } = useLoaded(part, (signal) =>
    adminCall<'GET /admin/settings/versions/{part}'>('GET', `/admin/settings/versions/${part}`, undefined, { signal }),
  )
  const [asked, setAsked] = useState<WireVersion>()
  const { busy, submit } = useAdminSubmit('Sürüme dönülemedi. Lütfen tekrar deneyin.')
  const restore = (version: number) =>
    submit(async () => {
      const { data, message } = await adminCall<'POST /admin/settings/versions/{part}/{version}/restore'>(
        'POST',
        `/admin/settings/versions/${part}/${version}/restore`,
      )
      setAsked(undefined)
      onSaved(data)
      return message ?? 'Bu sürüm yeniden yayında.'
    })
  if (state.kind !== 'ready')
    return <ListState state={state} what="Sürümler" otherwise="Sürümler alınamadı" onAgain={again} />
  const versions = state.value.data
  if (versions.length === 0) return <p className="pb-4 text-muted text-sm">Henüz yayınlanmış bir sürüm yok.</p>
  return (
    <>
      <ul className="divide-y divide-line border-line border-t text-sm">
        {versions.map((version) => (
          <li key={version.version} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
            <span>
              {titleOf(version)}
              {version.by && <span className="text-muted"> · {version.by}</span>}
            </span>
            {version.current ? (
              <span className="text-muted">Yayında</span>
            ) : (
              <Button
                look="quiet"
                aria-label={`${titleOf(version)}: bu sürüme dön`}
                onClick={() => setAsked(version)}
                className="-mr-2"
              >
                Bu sürüme dön
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== undefined}
        title="Bu sürüme dön"
        action="Dön ve yayınla"
        look="primary"
        busy={busy}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && restore(asked.version)}
      >
        {asked && titleOf(asked)} hemen yayınlanır; kaydetmedikleriniz silinir. Şimdiki hâli de listede kalır.
      </Confirm>
    </>
  )
}

function titleOf({ version, publishedAt }: WireVersion): string {
  return version === 0 || !publishedAt ? 'Mağazayla gelen hâli' : formatMoment(publishedAt)
}
