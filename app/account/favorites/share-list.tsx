import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { WireSharedList } from '#api/wire/products.ts'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { LoadFailed } from '#app/ui/load-states.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useFocusBack } from '#app/ui/use-submit.ts'

const path = '/favorites/list'

/** Shows her favorites to others by a link, until she takes it back. */
export function ShareFavorites() {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mb-5 border-line border-b pb-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 text-sm"
      >
        <Icon name="share" size={18} />
        <span className="link-line py-0.5">Listeyi bağlantıyla paylaş</span>
      </button>
      <div id={id}>{open && <Sharing />}</div>
    </div>
  )
}

function Sharing() {
  const { state, again, change } = useLoaded(path, (signal) => api.get<'GET /favorites/list'>(path, { signal }))
  if (state.kind === 'loading') return <Skeleton className="mt-2 h-24" />
  if (state.kind === 'failed')
    return <LoadFailed onAgain={again}>{sentenceOf(state.error, 'Bağlantınız alınamadı.')}</LoadFailed>
  return <Link list={state.value} onChange={(list) => change(() => list)} />
}

type LinkProps = { list: WireSharedList | null; onChange: (list: WireSharedList | null) => void }

function Link({ list, onChange }: LinkProps) {
  const [title, setTitle] = useState(list?.title ?? '')
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [ending, setEnding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const hasDone = useRef(false)
  useFocusBack(busy)
  // The pressed button may be gone: the focus goes to the first one that is left.
  useEffect(() => {
    if (!busy && hasDone.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('button')?.focus()
  }, [busy])

  async function doing(work: () => Promise<string | undefined>, otherwise: string) {
    hasDone.current = true
    setBusy(true)
    setSaid(undefined)
    setSaid(await work().catch((error: unknown) => sentenceOf(error, otherwise)))
    setBusy(false)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    void doing(async () => {
      onChange(await api.put<'PUT /favorites/list'>(path, { title }))
      return list ? 'Başlık kaydedildi.' : undefined
    }, 'Bağlantı oluşturulamadı. Lütfen tekrar deneyin.')
  }
  const share = (url: string) =>
    doing(async () => {
      const { sharePage } = await import('#app/storefront/product/share-page.ts')
      return sharePage(title || 'Favori listem', url)
    }, 'Bağlantı kopyalanamadı; adresi seçip kopyalayın.')
  function end() {
    setEnding(false)
    void doing(async () => {
      await api.delete<'DELETE /favorites/list'>(path)
      onChange(null)
      return undefined
    }, 'Bağlantı kaldırılamadı. Lütfen tekrar deneyin.')
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={save} className="grid gap-3 pt-1 pb-2">
        <p className="text-muted text-sm">
          {list
            ? 'Bağlantıyı açan herkes favorilerinizi ve mevcut bedenleri görür; adınız görünmez.'
            : 'Favorilerinizi bir bağlantıyla gösterin: adınız görünmez, bağlantıyı dilediğiniz an kaldırırsınız.'}
        </p>
        {list && <p className="select-all break-all bg-paper px-3 py-2 text-sm">{list.url}</p>}
        <Field
          label="Başlık"
          optional
          maxLength={60}
          placeholder="Favori listem"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {list ? (
            <>
              <Button disabled={busy} onClick={() => share(list.url)}>
                Bağlantıyı paylaş
              </Button>
              {title !== list.title && (
                <Button type="submit" look="secondary" disabled={busy}>
                  Başlığı kaydet
                </Button>
              )}
              <Button look="quiet" disabled={busy} onClick={() => setEnding(true)}>
                Bağlantıyı kaldır
              </Button>
            </>
          ) : (
            <Button type="submit" disabled={busy}>
              Bağlantı oluştur
            </Button>
          )}
        </div>
        <p role="status" className="text-sm empty:hidden">
          {said}
        </p>
      </form>
      <Confirm
        open={ending}
        title="Bağlantı kaldırılsın mı?"
        action="Bağlantıyı kaldır"
        onConfirm={end}
        onClose={() => setEnding(false)}
      >
        Bağlantıyı gönderdiğiniz kişiler favorilerinizi artık göremez. Yeniden paylaşırsanız başka bir bağlantı oluşur.
      </Confirm>
    </>
  )
}
