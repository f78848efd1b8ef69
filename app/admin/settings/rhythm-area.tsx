import { useId, useState } from 'react'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import type { AreaRhythm } from '#shop/settings/rhythm.ts'
import { everyChoices, mostTiles } from '#shop/settings/rhythm-limits.ts'
import { ProductLine, ProductPicker } from '../catalog/product-picker.tsx'
import { adminCall } from '../parts/api.ts'
import { SceneFile } from './window-scenes.tsx'

type Wrong = (name: string) => string | undefined

type AreaProps = {
  title: string
  rhythm: AreaRhythm
  wrong: Wrong
  onChange: (changed: Partial<AreaRhythm>) => void
}

const emptyTile = { picture: '', line: '', words: '', link: '' }

/** One area: the product that stands large, and its tiles. */
export function RhythmArea({ title, rhythm, wrong, onChange }: AreaProps) {
  const heading = useId()
  const { tiles, every } = rhythm
  return (
    <section aria-labelledby={heading} className="grid gap-4 border-line border-t pt-5">
      <h3 id={heading} className="font-semibold">
        {title}
      </h3>
      <LeadChoice rhythm={rhythm} error={wrong('lead')} onChange={(lead) => onChange({ lead })} />
      {tiles.map((tile, index) => (
        <TileFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile has no name of its own, and its fields hold no state
          key={index}
          name={`${index + 1}. kutu`}
          tile={tile}
          wrong={(name) => wrong(`tiles.${index}.${name}`)}
          onChange={(changed) => onChange({ tiles: tiles.with(index, changed) })}
          onRemove={() => onChange({ tiles: tiles.toSpliced(index, 1) })}
        />
      ))}
      {tiles.length > 0 && (
        <Select
          label="Kaç üründe bir kutu gelsin?"
          className="sm:max-w-80"
          value={String(every)}
          error={wrong('every')}
          options={everyChoices.map((count) => ({ value: String(count), label: `${count} üründe bir` }))}
          onChange={({ target }) => onChange({ every: everyChoices.find((one) => one === Number(target.value)) ?? 12 })}
        />
      )}
      {tiles.length < mostTiles && (
        <Button
          look="secondary"
          className="justify-self-start px-4!"
          onClick={() => onChange({ tiles: [...tiles, emptyTile] })}
        >
          {tiles.length === 0 ? 'Geniş kutu ekle' : 'Bir kutu daha ekle'}
        </Button>
      )}
    </section>
  )
}

type Tile = AreaRhythm['tiles'][number]
type TileProps = { name: string; tile: Tile; wrong: Wrong; onChange: (tile: Tile) => void; onRemove: () => void }

const texts = [
  { name: 'line', label: 'Cümle', maxLength: 80 },
  { name: 'words', label: 'Bağlantının sözleri', maxLength: 40 },
  { name: 'link', label: 'Bağlantı', maxLength: 200, hint: 'Mağazanızdaki bir sayfa; örneğin /elbise' },
] as const

function TileFields({ name, tile, wrong, onChange, onRemove }: TileProps) {
  const picture = wrong('picture')
  return (
    <fieldset className="grid gap-4 border border-line bg-surface p-4">
      <legend className="px-1 font-medium text-sm">{name}</legend>
      {picture && (
        <p role="alert" className="text-bad text-sm">
          {picture}
        </p>
      )}
      <SceneFile
        label="Görsel"
        hint="Yatay bir görsel; 1600 × 1000 piksel iyi olur."
        chosen={tile.picture || undefined}
        onChosen={(picture) => onChange({ ...tile, picture })}
      />
      {texts.map(({ name, ...text }) => (
        <Field
          key={name}
          {...text}
          value={tile[name]}
          error={wrong(name)}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...tile, [name]: target.value })}
        />
      ))}
      <Button look="quiet" className="-ml-2 justify-self-start" onClick={onRemove}>
        Kutuyu kaldır
      </Button>
    </fieldset>
  )
}

const leads = [
  { value: 'none', label: 'Yok' },
  { value: 'first', label: 'Sıradaki ilk ürün' },
  { value: 'chosen', label: 'Seçtiğim ürün' },
]
const words = { add: 'öne çıkar', added: 'öne çıkarıldı' }

type LeadProps = { rhythm: AreaRhythm; error: string | undefined; onChange: (lead: string) => void }

function LeadChoice({ rhythm: { lead, area }, error, onChange }: LeadProps) {
  const named = lead !== 'none' && lead !== 'first'
  const [picking, setPicking] = useState(false)
  return (
    <>
      <Select
        label="En üstte büyük duran ürün"
        className="sm:max-w-80"
        value={picking || named ? 'chosen' : lead}
        error={error}
        options={leads}
        onChange={({ target }) => {
          setPicking(target.value === 'chosen')
          if (target.value !== 'chosen') onChange(target.value)
        }}
      />
      {named && !picking && (
        <div className="flex flex-wrap items-center gap-2">
          <Chosen id={lead} />
          <Button look="quiet" onClick={() => setPicking(true)}>
            Başka ürün seç
          </Button>
        </div>
      )}
      {picking && (
        <ProductPicker
          title="Büyük duracak ürün"
          words={words}
          chosen={new Set([lead])}
          against={({ category }) => (category.area === area ? undefined : 'Başka bölümde')}
          onPick={({ id }) => {
            setPicking(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

/** While it cannot be bought, the first product stands there. */
function Chosen({ id }: { id: string }) {
  const { state } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/products/{id}'>('GET', `/admin/products/${id}`, undefined, { signal }),
  )
  if (state.kind === 'failed') return <p className="text-sm">Seçilen ürün bulunamadı; yerinde ilk ürün duruyor.</p>
  if (state.kind !== 'ready') return null
  const { pictures, ...product } = state.value.data
  return (
    <span className="flex items-center">
      <ProductLine product={{ ...product, picture: pictures[0] ?? null }} />
      {product.totalStock === 0 && <span className="text-muted text-sm">Tükendi; yerinde ilk ürün duruyor.</span>}
    </span>
  )
}
