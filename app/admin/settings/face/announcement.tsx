import { Checkbox, Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Announcement } from '#shop/settings/face/announcement.ts'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useNestedSection } from '../use-nested-section.ts'
import { History } from './history.tsx'
import { LinkField } from './link-field.tsx'
import { fromField, isOver, toField } from './moment.ts'
import { Preview } from './preview.tsx'

/** The line over every page: its words, its link and its time. */
export function AnnouncementSection({ settings: { announcement }, onSaved, onReload }: SectionProps) {
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/announcement'>('PUT', '/admin/settings/announcement', body),
    initial: announcement.settings,
    version: announcement.version,
    valuesOf: (edited: Announcement) => ({ ...edited }),
    onSaved(saved) {
      onSaved(saved)
      return saved.announcement.settings
    },
  })
  const { on, text, link, from, until, closable } = edited
  return (
    <form {...form}>
      <SectionHead title="Duyuru şeridi">
        Her sayfanın en üstünde duran tek satır; kampanya, kargo ya da tatil haberi için. Kapalıyken müşteriler hiçbir
        şey görmez.
      </SectionHead>
      <div className="grid gap-5">
        <Checkbox checked={on} onChange={({ target }) => change({ on: target.checked })}>
          Duyuru şeridini göster
        </Checkbox>
        <Field
          label="Duyuru metni"
          hint={`${text.length} / 140 karakter. Telefonda iki satırı geçmesin.`}
          maxLength={140}
          autoComplete="off"
          value={text}
          error={wrong('text')}
          onChange={({ target }) => change({ text: target.value })}
        />
        <LinkField
          label="Duyurunun bağlantısı"
          optional
          value={link}
          error={wrong('link')}
          onChange={(link) => change({ link })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Başlangıç"
            type="datetime-local"
            optional
            hint="Boşsa hemen görünür."
            value={toField(from)}
            error={wrong('from')}
            onChange={({ target }) => change({ from: fromField(target.value) })}
          />
          <Field
            label="Bitiş"
            type="datetime-local"
            optional
            hint="Boşsa siz kapatana kadar kalır."
            value={toField(until)}
            error={wrong('until')}
            onChange={({ target }) => change({ until: fromField(target.value) })}
          />
        </div>
        {isOver(edited) && (
          <Notice tone="bad">
            Bitiş tarihi geçti: şerit görünmüyor. İleri bir tarih yazın ya da bitişi boş bırakın.
          </Notice>
        )}
        <Checkbox
          checked={closable}
          hint="Kapatan müşteri, siz metni değiştirene kadar o tarayıcıda şeridi bir daha görmez."
          onChange={({ target }) => change({ closable: target.checked })}
        >
          Müşteri kapatabilsin
        </Checkbox>
        {text.trim() && <Strip text={text} link={link} closable={closable} />}
        <SaveBar {...bar} onReload={onReload}>
          <Preview part="announcement" settings={edited} />
        </SaveBar>
        <History part="announcement" version={announcement.version} onSaved={restored} />
      </div>
    </form>
  )
}

function Strip({ text, link, closable }: { text: string; link: string; closable: boolean }) {
  return (
    <figure>
      <figcaption className="mb-1 font-medium text-sm">Böyle görünecek</figcaption>
      <p className="relative bg-ink px-13 py-2 text-center text-sm text-white">
        <span className={link ? 'underline underline-offset-4' : ''}>{text}</span>
        {closable && (
          <span aria-hidden="true" className="absolute top-2 right-4">
            ✕
          </span>
        )}
      </p>
    </figure>
  )
}
