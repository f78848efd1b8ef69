import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ProductLine, ProductPicker } from '../catalog/product-picker.tsx'
import { adminCall } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { smallUrl } from '../products/picture-urls.ts'
import { OnePicture, useOnePicture } from '../products/pictures/one-picture.tsx'
import { type BlockOf, blank, type EditedBlock, type Known, kindWords, moved } from './edited.ts'

type ListProps = { blocks: EditedBlock[]; known: Known; onChange: (blocks: EditedBlock[]) => void }

/** The parts of a newsletter in their order. */
export function BlockList({ blocks, known, onChange }: ListProps) {
  return (
    <section aria-labelledby="news-blocks" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="news-blocks" className="font-semibold">
        İçerik
      </h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {blocks.map((block, index) => (
          <Part
            key={block.key}
            name={`${index + 1}. bölüm, ${kindWords[block.kind].toLocaleLowerCase('tr')}`}
            title={kindWords[block.kind]}
            first={index === 0}
            last={index === blocks.length - 1}
            onMove={(by) => onChange(moved(blocks, index, index + by))}
            onRemove={() => onChange(blocks.filter((other) => other !== block))}
          >
            <Body
              block={block}
              known={known}
              onChange={(changed) => onChange(blocks.map((other) => (other.key === changed.key ? changed : other)))}
            />
          </Part>
        ))}
      </ol>
      <Adding known={known} onAdd={(block) => onChange([...blocks, block])} />
    </section>
  )
}

type PartProps = {
  name: string
  title: string
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  children: React.ReactNode
}

function Part({ name, title, first, last, onMove, onRemove, children }: PartProps) {
  return (
    <li aria-label={name} className="border border-line bg-surface">
      <div className="flex items-center border-line border-b pl-4">
        <h3 className="grow font-medium text-sm">{title}</h3>
        <Act icon="down" label={`${name}: yukarı al`} turned disabled={first} onClick={() => onMove(-1)} />
        <Act icon="down" label={`${name}: aşağı al`} disabled={last} onClick={() => onMove(1)} />
        <Act icon="close" label={`${name}: sil`} onClick={onRemove} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">{children}</div>
    </li>
  )
}

type ActProps = { icon: IconName; label: string; turned?: boolean; disabled?: boolean; onClick: () => void }

function Act({ icon, label, turned = false, disabled, onClick }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: at the end of the list the button that moves it there keeps the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={`grid size-11 place-items-center text-muted hover:text-ink aria-disabled:cursor-default aria-disabled:text-line ${turned ? 'rotate-180' : ''}`}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

type BodyProps<B extends EditedBlock = EditedBlock> = { block: B; known: Known; onChange: (block: EditedBlock) => void }

function Body({ block, ...rest }: BodyProps) {
  if (block.kind === 'text') return <TextBody block={block} {...rest} />
  if (block.kind === 'picture') return <PictureBody block={block} {...rest} />
  if (block.kind === 'products') return <ProductsBody block={block} {...rest} />
  return <ButtonBody block={block} {...rest} />
}

function TextBody({ block, onChange }: BodyProps<BlockOf<'text'>>) {
  return (
    <>
      <Field
        label="Başlık"
        optional
        maxLength={150}
        value={block.heading}
        onChange={({ target }) => onChange({ ...block, heading: target.value })}
      />
      <TextArea
        label="Metin"
        rows={5}
        maxLength={5000}
        hint="Boş bir satır yeni paragraf açar."
        value={block.text}
        onChange={({ target }) => onChange({ ...block, text: target.value })}
      />
    </>
  )
}

const linkHint = 'https:// ile başlayan bir adres ya da mağazanızdan bir sayfa: /urun/keten-elbise'

function ButtonBody({ block, onChange }: BodyProps<BlockOf<'button'>>) {
  return (
    <>
      <Field
        label="Yazısı"
        maxLength={60}
        value={block.label}
        onChange={({ target }) => onChange({ ...block, label: target.value })}
      />
      <Field
        label="Bağlantı"
        hint={linkHint}
        maxLength={500}
        value={block.url}
        onChange={({ target }) => onChange({ ...block, url: target.value })}
      />
    </>
  )
}

function PictureBody({ block, known, onChange }: BodyProps<BlockOf<'picture'>>) {
  const image = known.images.find(({ id }) => id === block.imageId)
  return (
    <>
      {image && <img src={smallUrl(image)} alt="" className="max-h-48 justify-self-start border border-line" />}
      <Field
        label="Görselin açıklaması"
        optional
        maxLength={200}
        hint="Görselleri göstermeyen e-posta programlarında ve ekran okuyucularda okunur."
        value={block.alt}
        onChange={({ target }) => onChange({ ...block, alt: target.value })}
      />
      <Field
        label="Bağlantı"
        optional
        hint={linkHint}
        maxLength={500}
        value={block.url}
        onChange={({ target }) => onChange({ ...block, url: target.value })}
      />
    </>
  )
}

const forNews = async (asked: string, signal: AbortSignal) => {
  const path = `/admin/newsletters/products?${asked}` as const
  return (await adminCall<'GET /admin/newsletters/products'>('GET', path, undefined, { signal })).data
}

function ProductsBody({ block, known, onChange }: BodyProps<BlockOf<'products'>>) {
  const lines = block.productIds.flatMap((id) => known.products.find((product) => product.id === id) ?? [])
  const [open, setOpen] = useState(lines.length === 0)
  return (
    <>
      {lines.length > 0 && (
        <ul aria-label="Seçilen ürünler" className="border-line border-t">
          {lines.map((product) => (
            <li key={product.id} className="flex items-center border-line border-b py-1">
              <ProductLine product={product} />
              <button
                type="button"
                aria-label={`${product.name}: bültenden çıkar`}
                onClick={() => onChange({ ...block, productIds: block.productIds.filter((id) => id !== product.id) })}
                className="min-h-11 shrink-0 px-3 text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                Çıkar
              </button>
            </li>
          ))}
        </ul>
      )}
      {open ? (
        <div className="max-h-96 overflow-y-auto">
          <ProductPicker
            title="Bu bölüme ürün ekle"
            words={{ add: 'bültene ekle', added: 'bültene eklendi' }}
            chosen={new Set(block.productIds)}
            find={forNews}
            onPick={(product) => {
              known.addProduct(product)
              onChange({ ...block, productIds: [...block.productIds, product.id] })
            }}
          />
        </div>
      ) : (
        <Button look="quiet" className="-ml-2 justify-self-start" onClick={() => setOpen(true)}>
          Bu bölüme ürün ekle
        </Button>
      )}
    </>
  )
}

const addWords = { text: 'Metin ekle', products: 'Ürün ekle', button: 'Düğme ekle' }

function Adding({ known, onAdd }: { known: Known; onAdd: (block: EditedBlock) => void }) {
  // Pictures are kept with those of products.
  const uploads = useRights().includes('catalog')
  const { bad, busy, upload } = useOnePicture((image) => {
    known.addImage(image)
    onAdd({ key: crypto.randomUUID(), kind: 'picture', imageId: image.id, alt: '', url: '' })
  })

  return (
    <div className="grid gap-2">
      {bad && <Notice tone="bad">{bad}</Notice>}
      <div className="relative flex flex-wrap gap-2">
        {(['text', 'products', 'button'] as const).map((kind) => (
          <Button key={kind} look="secondary" size="small" className="px-3!" onClick={() => onAdd(blank(kind))}>
            {addWords[kind]}
          </Button>
        ))}
        {uploads && <OnePicture label="Görsel ekle" busy={busy} onFile={upload} />}
      </div>
    </div>
  )
}
