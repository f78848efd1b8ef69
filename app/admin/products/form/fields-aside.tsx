import { Field } from '#app/ui/field.tsx'
import { slugify } from '#shop/turkish.ts'
import { SaleOfProduct } from '../../sales/of-product.tsx'
import { TextInputs } from '../details/inputs.tsx'
import { ColorGroup } from './color-group.tsx'
import { CostField } from './cost-field.tsx'
import { PriceField } from './price-field.tsx'
import type { TypedDraft } from './use-draft.ts'
import type { Editor } from './use-editor.ts'

/** How the product stands in the shop. */
export function FieldsAside({ editor, onPricesMoved }: { editor: Editor; onPricesMoved: () => void }) {
  return (
    <div className="grid gap-6">
      <StateChoice typed={editor.typed} />
      <PriceField editor={editor} />
      <CostField typed={editor.typed} />
      {editor.base && <SaleOfProduct product={editor.base} unsaved={editor.dirty} onMoved={onPricesMoved} />}
      <SlugField editor={editor} />
      <TextInputs place="aside" typed={editor.typed} />
      {editor.base && <ColorGroup product={editor.base} />}
    </div>
  )
}

const states = [
  { published: true, label: 'Yayında', hint: 'Kaydedince mağazada görünür.' },
  { published: false, label: 'Taslak', hint: 'Yalnızca ekibiniz görür; ad ve kategori yeter.' },
]

function StateChoice({ typed: { fields, set } }: { typed: TypedDraft }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Durum</legend>
      <div className="grid grid-cols-2 rounded-xs border border-edge">
        {states.map(({ published, label }) => (
          <label
            key={label}
            className="grid min-h-11 cursor-pointer place-items-center text-sm has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="durum"
              checked={fields.published === published}
              onChange={() => set('published', published)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      <p className="mt-1 text-muted text-sm">{states.find(({ published }) => published === fields.published)?.hint}</p>
    </fieldset>
  )
}

/** The address: it follows the name until the product is published, then it changes only by hand. */
function SlugField({ editor: { base, typed } }: { editor: Editor }) {
  const { fields, set, wrong } = typed
  const follows = fields.slug === null
  const shown = slugify(fields.slug ?? fields.name)
  const moves = base?.published && shown !== base.slug
  return (
    <Field
      label="Adres"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={fields.slug ?? shown}
      error={wrong.slug}
      hint={
        <>
          <span className="block break-all">/urun/{shown || '…'}</span>
          {follows && 'Addan oluşur; değiştirmek için yazın.'}
          {moves && `Kaydedince eski adres (/urun/${base.slug}) buraya yönlendirir.`}
        </>
      }
      onChange={(event) => set('slug', event.target.value)}
      onBlur={() => {
        // Emptied before it was published, it follows the name again; afterwards the old one stands.
        if (fields.slug?.trim() === '') set('slug', base?.published ? base.slug : null)
        else if (fields.slug !== null) set('slug', shown)
      }}
    />
  )
}
