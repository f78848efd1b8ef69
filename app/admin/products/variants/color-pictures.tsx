import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Image } from '#shop/media/images.ts'
import { smallUrl } from '../picture-urls.ts'
import { imagesOf, type Row, setOfColor } from './grid-rows.ts'
import type { Grid } from './use-grid.ts'

type ColorPicturesProps = { grid: Grid; row: Row; pictures: Image[] }

/** Chooses which of the product's pictures its page shows once this color is chosen. */
export function ColorPictures({ grid, row, pictures }: ColorPicturesProps) {
  const [open, setOpen] = useState(false)
  const color = row.color.trim()
  const chosen = imagesOf(grid.rows, color)
  const shown = pictures.filter(({ id }) => chosen.includes(id))
  const [first] = shown

  function toggle(id: string) {
    const ids = pictures.flatMap((picture) => (chosen.includes(picture.id) !== (picture.id === id) ? picture.id : []))
    grid.change((rows) => setOfColor(rows, row.key, { images: ids.join(' ') }))
  }

  return (
    <>
      <button
        type="button"
        aria-label={`${color}: görselleri seç`}
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-2 underline decoration-line underline-offset-4"
      >
        {first && <img src={smallUrl(first)} alt="" className="size-8 rounded-xs object-cover" />}
        {shown.length > 0 ? `${shown.length} görsel` : 'Görsel seç'}
      </button>
      <Panel
        open={open}
        onClose={() => setOpen(false)}
        title={`${color}: görseller`}
        side="center"
        wide
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            Tamam
          </Button>
        }
      >
        {pictures.length === 0 ? (
          <p>Önce ürüne görsel ekleyin; sonra bu rengi gösterenleri burada seçersiniz.</p>
        ) : (
          <>
            <p className="text-muted text-sm">
              Bu renk seçilince ürün sayfasında görünecek görselleri işaretleyin. Hiçbirini işaretlemezseniz ürünün
              bütün görselleri görünür.
            </p>
            <div className="mt-4 grid grid-cols-3 gap-3 sm:grid-cols-4">
              {pictures.map((picture, index) => (
                <Choice
                  key={picture.id}
                  picture={picture}
                  place={index + 1}
                  checked={chosen.includes(picture.id)}
                  onToggle={() => toggle(picture.id)}
                />
              ))}
            </div>
          </>
        )}
      </Panel>
    </>
  )
}

type ChoiceProps = { picture: Image; place: number; checked: boolean; onToggle: () => void }

function Choice({ picture, place, checked, onToggle }: ChoiceProps) {
  return (
    <label className="relative block cursor-pointer rounded-xs border border-line has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2">
      <img src={smallUrl(picture)} alt="" className="aspect-4/5 w-full rounded-xs object-cover" />
      <span className="absolute inset-x-0 bottom-0 flex min-h-9 items-center gap-2 bg-surface/90 px-2 text-sm">
        <input
          type="checkbox"
          aria-label={`Görsel ${place}`}
          checked={checked}
          onChange={onToggle}
          className="size-4 accent-ink"
        />
        <span aria-hidden="true">{place}</span>
      </span>
    </label>
  )
}
