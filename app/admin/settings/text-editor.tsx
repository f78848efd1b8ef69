import { type FormEvent, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'
import { SaveBar } from './section-parts.tsx'
import type { EditedText, SectionProps, ShopSettings, TextPreview } from './settings-shape.ts'
import { TextPreviewPanel } from './text-preview.tsx'
import { useSave } from './use-section.ts'

const contracts = ['on-bilgilendirme', 'mesafeli-satis']

/** One text: its words, a look at what they become, and the way back to those that came with the shop. */
export function TextEditor({ text, settings, onSaved, onReload }: SectionProps & { text: EditedText }) {
  const { values, field, form, accept } = useFields<'lead' | 'body'>({ lead: text.lead, body: text.body })
  const { busy, conflict, save } = useSave('/admin/settings/texts')
  const [preview, setPreview] = useState<TextPreview>()
  const [open, setOpen] = useState(false)
  const [resetting, setResetting] = useState(false)
  const unsaved = values.lead !== text.lead || values.body !== text.body

  async function put(own: { lead: string; body: string } | null) {
    const answer = await save<ShopSettings>({ id: text.id, text: own, version: settings.texts.version })
    setResetting(false)
    if ('wrong' in answer) return accept(answer.wrong)
    onSaved(answer.saved)
  }

  async function look() {
    try {
      const body = { id: text.id, text: values }
      setPreview((await adminCall<TextPreview>('POST', '/admin/settings/texts/preview', body)).data)
      accept({})
      setOpen(true)
    } catch (error) {
      const wrong = error instanceof ApiError ? Object.entries(error.fields) : []
      if (wrong.length === 0) return toast('bad', sentenceOf(error, 'Önizleme hazırlanamadı. Lütfen tekrar deneyin.'))
      accept(Object.fromEntries(wrong.map(([name, [sentence]]) => [name.replace('text.', ''), sentence ?? ''])))
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void put(values)
      }}
      className="grid gap-4"
    >
      {contracts.includes(text.id) && (
        <Notice tone="plain">
          Bu metin müşterinin onayladığı sözleşmedir; yasanın istediği maddeler eksilmemelidir. Değiştirmeden önce bir
          hukukçuya danışın. Siparişin ürünleri, bedeli ve teslimat adresi metne kendiliğinden eklenir.
        </Notice>
      )}
      {text.id !== 'on-bilgilendirme' && (
        <Field label="Giriş cümlesi" maxLength={500} autoComplete="off" {...field('lead')} />
      )}
      <TextArea
        label="Metin"
        rows={22}
        maxLength={40_000}
        hint="“# ” ile başlayan satır başlık, “## ” alt başlık, “- ” liste, “1. ” adım olur; “Ad :: değer” bir bilgi satırıdır. Boş satır yeni paragraf açar."
        {...field('body')}
      />
      <Placeholders usual={text.usual.body} />
      <SaveBar busy={busy} unsaved={unsaved} conflict={conflict} onReload={onReload}>
        <Button look="secondary" onClick={look}>
          Önizle
        </Button>
        {text.own && (
          <Button look="quiet" onClick={() => setResetting(true)}>
            Varsayılana dön
          </Button>
        )}
      </SaveBar>
      <TextPreviewPanel open={open} preview={preview} onClose={() => setOpen(false)} />
      <Confirm
        open={resetting}
        title="Varsayılan metne dön"
        action="Metnimi sil ve dön"
        busy={busy}
        onClose={() => setResetting(false)}
        onConfirm={() => put(null)}
      >
        {text.name} sayfasında sizin metniniz yerine mağazayla gelen metin yayına girer. Sizin metniniz silinir;
        değişiklik geçmişinden yeniden okuyabilirsiniz.
      </Confirm>
    </form>
  )
}

/** The names in braces that this text uses when it comes with the shop. */
function Placeholders({ usual }: { usual: string }) {
  const names = [...new Set([...usual.matchAll(/\{[^{}]+\}/g)].map(([name]) => name))]
  if (names.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">Kendiliğinden dolan alanlar</summary>
      <p className="mb-2 text-muted">
        Süslü parantez içindeki adların yerine mağazanızın bilgileri gelir. Adres veya süre değiştiğinde metin de
        kendiliğinden değişir.
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
