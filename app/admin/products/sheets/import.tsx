import { useEffect } from 'react'
import { Link } from 'react-router'
import type { WireReadImport } from '#api/wire/admin/imports.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ImportMapping } from '#shop/imports/contract.ts'
import { formatWhole } from '#shop/money.ts'
import { seconds } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { useTitleFocus } from '../../parts/focus/title.ts'
import { ListState } from '../../parts/list-parts.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { Columns } from './columns.tsx'
import { Units } from './units.tsx'
import { formatNames } from './words.ts'

type ImportPageProps = { id: string; busy: boolean; onMap?: (mapping: ImportMapping) => void }

/** One file: what it would change, how far the work is, and what came of it. */
export function ImportPage({ id, busy, onMap }: ImportPageProps) {
  const { state, again } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/imports/{id}'>('GET', `/admin/imports/${id}`, undefined, { signal }),
  )
  const running = state.kind === 'ready' && state.value.data.state === 'RUNNING'
  useEffect(() => {
    if (!running || state.refreshing) return
    const next = setTimeout(again, seconds(1))
    return () => clearTimeout(next)
  }, [running, state, again])
  return (
    <>
      <p className="mb-4">
        <Link
          to="/admin/urunler/aktar"
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4"
        >
          Başka bir dosya yükle
        </Link>
      </p>
      <ListState state={state} what="Dosya" otherwise="Dosya yüklenemedi" onAgain={again} />
      {state.kind === 'ready' && <Read key={id} read={state.value.data} busy={busy} onMap={onMap} onChanged={again} />}
    </>
  )
}

type ReadProps = {
  read: WireReadImport
  busy: boolean
  onMap: ((mapping: ImportMapping) => void) | undefined
  onChanged: () => void
}

function Read({ read, busy, onMap, onChanged }: ReadProps) {
  const title = useTitleFocus(read.state)
  return (
    <>
      <h2 {...title} className="break-words font-display text-xl outline-none">
        {read.name}
      </h2>
      <p className="mb-4 text-muted text-sm">
        {formatNames[read.format]}, {formatWhole(read.rows)} satır
      </p>
      <div className="mb-6 grid gap-3">
        <Summary read={read} />
        {read.state === 'READY' &&
          read.warnings.map((warning) => (
            <Notice key={warning} tone="plain">
              {warning}
            </Notice>
          ))}
        <Progress read={read} />
        <Actions read={read} onChanged={onChanged} />
      </div>
      {read.state === 'READY' && <Columns columns={read.columns} busy={busy} onMap={onMap} />}
      <Units key={`${read.id} ${read.state === 'DONE'}`} import={read} />
    </>
  )
}

function Summary({ read: { counts, state, done, refused, total } }: { read: WireReadImport }) {
  if (state === 'DONE') {
    const failed = counts.failed + refused
    return (
      <Notice tone={failed > 0 ? 'plain' : 'good'}>
        {formatWhole(done - refused)} ürün yazıldı.
        {failed > 0 &&
          ` ${formatWhole(failed)} ürün hatalı olduğu için yazılmadı; satırları düzeltip yeniden yükleyin.`}
      </Notice>
    )
  }
  const parts = [
    counts.new > 0 && `${formatWhole(counts.new)} yeni ürün`,
    counts.changed > 0 && `${formatWhole(counts.changed)} değişecek ürün`,
    counts.newVariants > 0 && `${formatWhole(counts.newVariants)} yeni varyant`,
  ].filter(Boolean)
  return (
    <p>
      {total === 0 ? 'Bu dosyayla değişecek bir şey yok.' : `Bu dosyada ${parts.join(', ')} var.`}
      {counts.same > 0 && ` ${formatWhole(counts.same)} ürün zaten böyle.`}
      {counts.failed > 0 && ` ${formatWhole(counts.failed)} ürün hatalı; hatalı ürünlere dokunulmaz.`}
      {state === 'READY' && total > 0 && ' Henüz hiçbir şey değişmedi.'}
    </p>
  )
}

function Progress({ read: { state, done, total } }: { read: WireReadImport }) {
  if (state === 'READY' || state === 'DONE') return null
  return (
    <div className="grid gap-1 text-sm">
      <progress value={done} max={Math.max(1, total)} aria-label="Yazılan ürünler" className="h-1 w-full" />
      <p role="status" className="tabular-nums">
        {formatWhole(total)} üründen {formatWhole(done)} tanesi yazıldı.
        {state === 'RUNNING' ? ' Sayfadan ayrılabilirsiniz; iş sürer.' : ' Durduruldu; yazılanlar yerinde.'}
      </p>
    </div>
  )
}

function Actions({ read: { id, state, total }, onChanged }: { read: WireReadImport; onChanged: () => void }) {
  const { busy, submit } = useAdminSubmit('İşlem tamamlanamadı. Lütfen tekrar deneyin.')
  const act = (what: 'apply' | 'stop') =>
    submit(async () => {
      const { message } = await adminCall<'POST /admin/imports/{id}/apply'>(
        'POST',
        `/admin/imports/${id}/${what as 'apply'}`,
      )
      onChanged()
      return message
    })
  if (state === 'DONE' || total === 0) return null
  if (state === 'RUNNING') {
    return (
      <Button look="secondary" className="justify-self-start" disabled={busy} onClick={() => act('stop')}>
        Durdur
      </Button>
    )
  }
  return (
    <Button className="justify-self-start" disabled={busy} onClick={() => act('apply')}>
      {state === 'STOPPED' ? 'Devam et' : `${formatWhole(total)} ürünü uygula`}
    </Button>
  )
}
