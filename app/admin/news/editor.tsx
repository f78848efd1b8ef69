import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import type { Image } from '#shop/media/images.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { AudienceChoice } from './audience.tsx'
import { BlockList } from './blocks.tsx'
import { type EditedBlock, edited, type Known, plain } from './edited.ts'
import { NewsPreview } from './preview.tsx'
import { SendDialog } from './send.tsx'

type EditorProps = { newsletter?: WireNewsletterDetail; onChanged?: (newsletter: WireNewsletterDetail) => void }

/** Writes a newsletter: subject, parts, to whom; beside it the mail as it will be. */
export function NewsEditor({ newsletter, onChanged }: EditorProps) {
  const editor = useEditor(newsletter)
  const { fields, blocks, audience, saved, unsaved, busy, bad } = editor
  const [deleting, setDeleting] = useState(false)
  const [sending, setSending] = useState(false)
  const navigate = useNavigate()
  const content = { subject: fields.values.subject, preheader: fields.values.preheader, blocks: blocks.map(plain) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Link to="/admin/bultenler" className="text-sm underline decoration-line underline-offset-4">
          Bültenler
        </Link>
        <h1 className="mt-1 font-display text-2xl">{saved ? 'Bülteni düzenle' : 'Bülten yaz'}</h1>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <form
          ref={fields.form}
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-6"
          onSubmit={(event) => {
            event.preventDefault()
            void editor.save()
          }}
        >
          <div className="grid gap-4">
            <Field label="Konu" maxLength={150} autoComplete="off" {...fields.field('subject')} />
            <Field
              label="Ön izleme metni"
              optional
              maxLength={200}
              autoComplete="off"
              hint="Gelen kutusunda konunun yanında görünür."
              {...fields.field('preheader')}
            />
          </div>
          <BlockList blocks={blocks} known={editor.known} onChange={editor.setBlocks} />
          <AudienceChoice audience={audience} onChange={editor.setAudience} />
          {bad && <Notice tone="bad">{bad}</Notice>}
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-paper py-3 max-sm:gap-x-1 max-sm:[&>button]:px-2! max-sm:[&>button]:text-sm">
            <Button type="submit" look="secondary" disabled={busy || (!unsaved && saved !== undefined)}>
              Taslağı kaydet
            </Button>
            <Button look="secondary" disabled={busy} onClick={editor.test}>
              Kendime dene
            </Button>
            <Button disabled={busy} onClick={async () => (await editor.save()) && setSending(true)}>
              Gönder…
            </Button>
            {saved && (
              <Button look="quiet" disabled={busy} onClick={() => setDeleting(true)}>
                Sil
              </Button>
            )}
            <p role="status" className="text-muted text-sm">
              {unsaved && !busy && 'Kaydedilmemiş değişiklikler var'}
            </p>
          </div>
        </form>
        <div className="xl:sticky xl:top-20 xl:self-start">
          <NewsPreview content={content} />
        </div>
      </div>
      <UnsavedGuard unsaved={unsaved} released={editor.released}>
        Bu bültende kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
      </UnsavedGuard>
      {saved && (
        <>
          <SendDialog
            open={sending}
            newsletter={saved}
            onClose={() => setSending(false)}
            onSent={(sent) => {
              setSending(false)
              editor.leave()
              onChanged ? onChanged(sent) : navigate(`/admin/bultenler/${sent.id}`, { replace: true })
            }}
          />
          <DeleteConfirm
            path={deleting ? `/admin/newsletters/${saved.id}` : undefined}
            title="Bülteni sil"
            done="Bülten silindi."
            failed="Bülten silinemedi. Lütfen tekrar deneyin."
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              editor.leave()
              navigate('/admin/bultenler', { replace: true })
            }}
          >
            <p>“{saved.subject}” taslağı silinir ve geri getirilemez.</p>
          </DeleteConfirm>
        </>
      )}
    </div>
  )
}

type Audience = WireNewsletterDetail['audience']

function useEditor(first: WireNewsletterDetail | undefined) {
  const [saved, setSaved] = useState(first)
  const fields = useFields({ subject: first?.subject ?? '', preheader: first?.preheader ?? '' })
  const [blocks, setBlocks] = useState<EditedBlock[]>(() => edited(first?.blocks ?? starting))
  const [audience, setAudience] = useState<Audience>(first?.audience ?? { kind: 'ALL' })
  const [products, setProducts] = useState(first?.products ?? [])
  const [images, setImages] = useState<Image[]>(first?.images ?? [])
  const released = useRef(false)
  const body = { ...fields.values, blocks: blocks.map(plain), audience }
  const [kept, setKept] = useState(() => JSON.stringify(body))
  const now = JSON.stringify(body)
  const { busy, bad, submit } = useSubmit({
    form: fields,
    failure: (error) => sentenceOf(error, 'Bülten kaydedilemedi. Lütfen tekrar deneyin.'),
  })

  /** Only what has changed is saved; gives what is kept, or nothing when it could not be. */
  async function store(): Promise<WireNewsletterDetail> {
    if (saved && now === kept) return saved
    const { data } = saved
      ? await adminCall<'PUT /admin/newsletters/{id}'>('PUT', `/admin/newsletters/${saved.id}`, {
          ...body,
          version: saved.version,
        })
      : await adminCall<'POST /admin/newsletters'>('POST', '/admin/newsletters', body)
    setSaved(data)
    setKept(now)
    toast('good', 'Taslak kaydedildi.')
    // A reload shall find it; the page stays as it is.
    if (!saved) window.history.replaceState(window.history.state, '', `/admin/bultenler/${data.id}`)
    return data
  }

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    if (!fields.accept(fields.values.subject.trim() ? {} : { subject: 'Konuyu yazın' })) return false
    return submit(async () => {
      await work()
    })
  }

  return {
    ...{ fields, blocks, audience, saved, busy, bad, released, setBlocks, setAudience },
    unsaved: now !== kept,
    known: {
      products,
      images,
      addProduct: (product) => setProducts((known) => [...known, product]),
      addImage: (image) => setImages((known) => [...known, image]),
    } satisfies Known,
    save: () => attempt(store),
    test: () =>
      attempt(async () => {
        const { id } = await store()
        const { message } = await adminCall<'POST /admin/newsletters/{id}/test'>(
          'POST',
          `/admin/newsletters/${id}/test`,
        )
        toast('good', message ?? 'Deneme gönderiliyor.')
      }),
    leave: () => {
      released.current = true
    },
  }
}

const starting: WireNewsletterDetail['blocks'] = [{ kind: 'text', heading: '', text: '' }]
