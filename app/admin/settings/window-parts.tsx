import { Checkbox, Field } from '#app/ui/field.tsx'
import type { LandingKind, LandingPart } from '#shop/settings/landing.ts'
import { SortableList } from '../parts/sorting/sortable-list.tsx'

type Named = { name: string; title?: string; text?: string }

const kinds: Record<LandingKind, Named> = {
  choice: { name: 'Seçim', title: 'Başlık', text: 'Dış giyim cümlesi' },
  new: { name: 'Yeni gelenler', title: 'Başlık', text: 'Alt satır' },
  story: { name: 'Hikâye cümlesi', title: 'Cümle', text: 'Bağlantının sözleri' },
  special: { name: 'Özel koleksiyon', title: 'Başlık', text: 'Alt satır' },
  looks: { name: 'Kombinler', title: 'Başlık', text: 'Alt satır' },
  categories: { name: 'Kategoriler', title: 'Başlık', text: 'Alt satır' },
  promises: { name: 'Teslimat ve iade sözleri' },
}

type WindowPartsProps = {
  parts: LandingPart[]
  wrong: (name: string) => string | undefined
  onChange: (parts: LandingPart[]) => void
}

/** The parts below the scene: their order, whether they are shown, their words. */
export function WindowParts({ parts, wrong, onChange }: WindowPartsProps) {
  const items = parts.map((part, index) => ({ id: part.kind, name: kinds[part.kind].name, part, index }))
  const change = (index: number, changed: Partial<LandingPart>) =>
    onChange(parts.map((part, at) => (at === index ? { ...part, ...changed } : part)))
  return (
    <section aria-labelledby="vitrin-bolumleri">
      <h3 id="vitrin-bolumleri" className="font-semibold">
        Bölümler
      </h3>
      <p className="mt-1 mb-3 text-muted text-sm">Açılış sahnesinin altında, bu sırayla görünür.</p>
      <SortableList
        items={items}
        onOrder={(sorted) => onChange(sorted.map(({ part }) => part))}
        className="divide-y divide-line border-line border-y"
      >
        {({ name, part, index }, { grip, arrows }) => (
          <div className="grid gap-3 py-3">
            <div className="flex items-center gap-2">
              {grip}
              <Checkbox
                checked={part.shown}
                onChange={({ target }) => change(index, { shown: target.checked })}
                className="grow"
              >
                {name}
              </Checkbox>
              {arrows}
            </div>
            {part.shown && <Words part={part} index={index} wrong={wrong} onChange={change} />}
          </div>
        )}
      </SortableList>
    </section>
  )
}

type WordsProps = {
  part: LandingPart
  index: number
  wrong: (name: string) => string | undefined
  onChange: (index: number, changed: Partial<LandingPart>) => void
}

function Words({ part, index, wrong, onChange }: WordsProps) {
  const { title, text } = kinds[part.kind]
  if (!title) return null
  return (
    <div className="grid items-start gap-3 px-1 pb-2 sm:mr-3 sm:ml-13 sm:grid-cols-2">
      <Field
        label={title}
        value={part.title}
        maxLength={120}
        error={wrong(`parts.${index}.title`)}
        onChange={({ target }) => onChange(index, { title: target.value })}
      />
      <Field
        label={text ?? ''}
        optional
        value={part.text}
        maxLength={240}
        error={wrong(`parts.${index}.text`)}
        onChange={({ target }) => onChange(index, { text: target.value })}
      />
    </div>
  )
}
