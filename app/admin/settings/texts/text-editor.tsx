import { type FormEvent, useState } from 'react'
import type { WireText, WireTextPreview } from '#api/wire/admin/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { SubmitOptions } from '#app/ui/use-submit.ts'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar } from '../section-parts.tsx'
import { settingsField, useSave } from '../use-section.ts'
import { TextPreviewPanel } from './text-preview.tsx'

type TextField = 'lead' | 'body'

const contracts = ['on-bilgilendirme', 'mesafeli-satis']

const saveText = (body: object) => adminCall<'PUT /admin/settings/texts'>('PUT', '/admin/settings/texts', body)

/** One text: its words, a look at what they become, and the way back to those that came with the shop. */
export function TextEditor({ text, settings, onSaved, onReload }: SectionProps & { text: WireText }) {
  const fields = useFields<TextField>({ lead: text.lead, body: text.body })
  const { values, field, form } = fields
  const { busy, conflict, save } = useSave(saveText, fields)
  const preview = usePreview(text.id, fields)
  const [resetting, setResetting] = useState(false)
  const unsaved = values.lead !== text.lead || values.body !== text.body

  async function put(own: { lead: string; body: string } | null) {
    await save({ id: text.id, text: own, version: settings.texts.version }, onSaved)
    setResetting(false)
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
      <TextFields text={text} field={field} />
      <SaveBar busy={busy} unsaved={unsaved} conflict={conflict} onReload={onReload}>
        <Button look="secondary" onClick={() => preview.show(values)}>
          Önizle
        </Button>
        {text.own && (
          <Button look="quiet" onClick={() => setResetting(true)}>
            Varsayılana dön
          </Button>
        )}
      </SaveBar>
      <TextPreviewPanel open={preview.open} preview={preview.preview} onClose={preview.close} />
      <ResetQuestion
        name={text.name}
        open={resetting}
        busy={busy}
        onClose={() => setResetting(false)}
        onConfirm={() => put(null)}
      />
    </form>
  )
}

type TextFieldsProps = { text: WireText; field: ReturnType<typeof useFields<TextField>>['field'] }

function TextFields({ text, field }: TextFieldsProps) {
  return (
    <>
      {contracts.includes(text.id) && <ContractNotice />}
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
    </>
  )
}

type ResetProps = { name: string; open: boolean; busy: boolean; onClose: () => void; onConfirm: () => void }

function ResetQuestion({ name, ...question }: ResetProps) {
  return (
    <Confirm title="Varsayılan metne dön" action="Metnimi sil ve dön" {...question}>
      {name} sayfasında sizin metniniz yerine mağazayla gelen metin yayına girer. Sizin metniniz silinir; değişiklik
      geçmişinden yeniden okuyabilirsiniz.
    </Confirm>
  )
}

function ContractNotice() {
  return (
    <Notice tone="plain">
      Bu metin müşterinin onayladığı sözleşmedir; yasanın istediği maddeler eksilmemelidir. Değiştirmeden önce bir
      hukukçuya danışın. Siparişin ürünleri, bedeli ve teslimat adresi metne kendiliğinden eklenir.
    </Notice>
  )
}

type Fields = NonNullable<SubmitOptions<TextField>['form']>

/** Asks the shop what the words become; errors of the words go to their fields. */
function usePreview(id: string, form: Fields) {
  const [preview, setPreview] = useState<WireTextPreview>()
  const [open, setOpen] = useState(false)
  const failure = 'Önizleme hazırlanamadı. Lütfen tekrar deneyin.'
  const { submit } = useAdminSubmit(failure, { form, fieldName: settingsField })

  const show = (text: Record<TextField, string>) =>
    submit(async () => {
      const { data } = await adminCall<'POST /admin/settings/texts/preview'>('POST', '/admin/settings/texts/preview', {
        id,
        text,
      })
      setPreview(data)
      form.accept({})
      setOpen(true)
    })

  return { preview, open, show, close: () => setOpen(false) }
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
