import { type FormEvent, useState } from 'react'
import type { WireTemplate } from '#api/wire/admin/messages.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { placeholders } from '#shop/messages/placeholders.ts'
import { adminCall } from '../parts/api.ts'
import { DeleteConfirm } from '../parts/delete-confirm.tsx'
import { EmptyList, ListState } from '../parts/list-parts.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

const fresh = 'yeni'

const unsaved = {
  title: 'Kaydedilmemiş metin',
  action: 'Kaydetmeden kapat',
  words: 'Yazdığınız metin kaydedilmedi; kapatırsanız silinir.',
}

/** Texts that are ready to be sent: each is written once, and filled in for the customer whom one answers. */
export function Templates() {
  const { state, again, change } = useLoaded('message-templates', async (signal) => {
    const path = '/admin/message-templates'
    return (await adminCall<'GET /admin/message-templates'>('GET', path, undefined, { signal })).data
  })
  const [opened, setOpened] = useState<string>()
  const templates = state.kind === 'ready' ? state.value : []
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted text-sm">
          Sık yazdığınız yanıtlar; bir mesajı yanıtlarken seçersiniz, müşterinin adı ve siparişi yerine konur.
        </p>
        <Button onClick={() => setOpened(fresh)}>Hazır yanıt ekle</Button>
      </div>
      <ListState state={state} what="Hazır yanıtlar" otherwise="Hazır yanıtlar alınamadı" onAgain={again} />
      {state.kind === 'ready' && templates.length === 0 && (
        <EmptyList title="Henüz hazır yanıt yok">
          Örneğin: “Merhaba {'{ad}'}, {'{siparis}'} numaralı siparişiniz yola çıktı: {'{kargo}'}”
        </EmptyList>
      )}
      {templates.length > 0 && (
        <ul className="border-line border-t bg-surface text-sm">
          {templates.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setOpened(template.id)}
                className="grid w-full gap-0.5 border-line border-b px-3 py-3 text-left hover:bg-paper"
              >
                <span className="break-words font-medium">{template.name}</span>
                <span className="line-clamp-2 break-words text-muted">{template.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Sheet
        id={opened}
        titleOf={(id) => (id === fresh ? 'Yeni hazır yanıt' : 'Hazır yanıt')}
        onClose={() => setOpened(undefined)}
        unsaved={unsaved}
      >
        {(id) => (
          <Editor
            key={id}
            template={templates.find((template) => template.id === id)}
            onSaved={(all) => {
              change(() => all)
              setOpened(undefined)
            }}
            onStale={again}
            onDeleted={() => {
              setOpened(undefined)
              again()
            }}
          />
        )}
      </Sheet>
    </>
  )
}

function change(id: string, body: object) {
  return adminCall<'PUT /admin/message-templates/{id}'>('PUT', `/admin/message-templates/${id}`, body)
}

type EditorProps = {
  template: WireTemplate | undefined
  onSaved: (all: WireTemplate[]) => void
  /** Another saved it meanwhile, or it could not be saved. */
  onStale: () => void
  onDeleted: () => void
}

function Editor({ template, onSaved, onStale, onDeleted }: EditorProps) {
  // As it was opened: the list may be another meanwhile.
  const [kept] = useState({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    text: template?.text ?? '',
  })
  const fields = useFields(kept)
  const { values, field, form, accept } = fields
  const { busy, submit } = useAdminSubmit('Hazır yanıt kaydedilemedi. Lütfen tekrar deneyin.', { form: fields })
  const [deleting, setDeleting] = useState(false)
  useUnsaved(JSON.stringify(values) !== JSON.stringify(kept))

  function save(event: FormEvent) {
    event.preventDefault()
    const fits = accept({
      ...(values.name.trim() === '' ? { name: 'Ad gerekli' } : {}),
      ...(values.text.trim() === '' ? { text: 'Metin gerekli' } : {}),
    })
    if (!fits) return
    submit(async () => {
      const { data, message } = template
        ? await change(template.id, { ...values, seen: kept }).catch((error: unknown) => {
            onStale()
            throw error
          })
        : await adminCall<'POST /admin/message-templates'>('POST', '/admin/message-templates', values)
      onSaved(data)
      return message
    })
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4">
      <Field
        label="Adı"
        hint="Yalnızca siz görürsünüz; seçerken bu adla bulursunuz."
        maxLength={80}
        autoComplete="off"
        {...field('name')}
      />
      <Field
        label="Konu"
        hint="Boş bırakırsanız yanıtın kendi konusu kalır."
        maxLength={160}
        autoComplete="off"
        {...field('subject')}
      />
      <TextArea label="Metin" rows={9} maxLength={10_000} {...field('text')} />
      <ul className="grid gap-1 text-muted text-sm">
        {Object.entries(placeholders).map(([name, words]) => (
          <li key={name}>
            <code className="text-ink">{`{${name}}`}</code> yerine {words} gelir.
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {busy ? 'Kaydediliyor…' : 'Kaydet'}
        </Button>
        {template && (
          <Button look="quiet" disabled={busy} onClick={() => setDeleting(true)}>
            Sil
          </Button>
        )}
      </div>
      {template && (
        <DeleteConfirm
          path={deleting ? `/admin/message-templates/${template.id}` : undefined}
          title="Hazır yanıtı sil"
          done="Hazır yanıt silindi."
          failed="Hazır yanıt silinemedi. Lütfen tekrar deneyin."
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        >
          <p>“{template.name}” silinir; onunla gönderilmiş yanıtlar kalır.</p>
        </DeleteConfirm>
      )}
    </form>
  )
}
