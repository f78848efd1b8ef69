import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireAdminCategory, WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import { SaveButton } from '../../parts/leaving/save-button.tsx'
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
import { TextInputs } from '../details/inputs.tsx'
import { OutfitField } from '../details/outfit-field.tsx'
import { PictureTray } from '../pictures/tray.tsx'
import { VariantGrid } from '../variants/grid.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FieldsAside } from './fields-aside.tsx'
import { FieldsMain } from './fields-main.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { type Editor, useEditor } from './use-editor.ts'

type ProductFormProps = {
  product: WireAdminProduct | undefined
  kept: KeptDraft | undefined
  categories: WireAdminCategory[]
  categoryId: string
  onCreated: (product: WireAdminProduct) => void
  /** A sale may have started or ended: the product is read again. */
  onPricesMoved: () => void
}

/** The editor of a product, new or known. */
export function ProductForm({ product, kept, categories, categoryId, onCreated, onPricesMoved }: ProductFormProps) {
  const [restored, setRestored] = useState(kept !== undefined)
  const editor = useEditor({ product, kept, categoryId, onCreated })
  const { base, typed } = editor

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!editor.busy && !typed.sending) editor.save()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+S saves from every field in it
    <div ref={typed.form} onKeyDown={onKeyDown}>
      <Heading base={base} />
      {restored && (
        <Aside action="Kayıtlı haline dön" onAct={editor.discard} onClose={() => setRestored(false)}>
          Bu sekmede kaydetmediğiniz değişiklikler geri getirildi.
        </Aside>
      )}
      {editor.conflict.putAside && (
        <Aside action="Yazdıklarıma dön" onAct={editor.conflict.takeBack}>
          Ürünün güncel hali açık. Sizin yazdıklarınız saklandı.
        </Aside>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <FieldsMain typed={typed} categories={categories} />
          <Section title="Görseller">
            <PictureTray pictures={typed.pictures} error={typed.wrong.pictures} />
          </Section>
          <Section title="Varyantlar">
            <VariantGrid
              grid={typed.grid}
              pictures={typed.pictures}
              productName={typed.fields.name}
              error={typed.wrong.variants}
            />
          </Section>
          <Section title="Kumaş, bakım ve ölçüler">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <TextInputs place="garment" typed={typed} />
            </div>
          </Section>
          <Section title="Kombin">
            <OutfitField typed={typed} productId={base?.id} />
          </Section>
        </div>
        <div className="grid content-start gap-8">
          <FieldsAside editor={editor} onPricesMoved={onPricesMoved} />
          {base && <DeleteButton product={base} onDeleted={editor.release} />}
        </div>
      </div>
      <SaveBar editor={editor} />
      <ConflictDialog editor={editor} categories={categories} />
      <UnsavedGuard unsaved={editor.dirty} released={editor.released} onLeave={editor.release}>
        Bu üründe kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
      </UnsavedGuard>
    </div>
  )
}

function Heading({ base }: { base: WireAdminProduct | undefined }) {
  return (
    <div className="mb-6 flex flex-wrap items-baseline gap-x-4">
      <h1 className="min-w-0 font-display text-2xl">{base ? base.name : 'Yeni ürün'}</h1>
      {base && !base.published && <span className="rounded-xs bg-nar-soft px-2 text-sm">Taslak</span>}
      {base?.published && (
        <Link to={`/urun/${base.slug}`} className="py-2 text-sm underline decoration-line underline-offset-4">
          Mağazada gör
        </Link>
      )}
      {base?.published && base.mainImage && (
        <a
          href={`/media/story/${base.slug}`}
          download={`${base.slug}-hikaye.jpg`}
          className="py-2 text-sm underline decoration-line underline-offset-4"
        >
          Hikâye görselini indir
        </a>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t pt-5">
      <h2 className="mb-4 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function DeleteButton({ product, onDeleted }: { product: WireAdminProduct; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Ürünü sil
      </Button>
      <DeleteDialog
        product={asking ? product : undefined}
        onClose={() => setAsking(false)}
        onDeleted={() => {
          onDeleted()
          navigate('/admin/urunler', { replace: true })
        }}
      />
    </>
  )
}

type AsideProps = { action: string; onAct: () => void; onClose?: () => void; children: string }

function Aside({ action, onAct, onClose, children }: AsideProps) {
  return (
    <Notice tone="plain" className="mb-6">
      <p>{children}</p>
      <p className="flex gap-4">
        <button
          type="button"
          onClick={() => {
            onAct()
            onClose?.()
          }}
          className="min-h-11 underline underline-offset-4"
        >
          {action}
        </button>
        {onClose && (
          <button type="button" onClick={onClose} className="min-h-11 underline underline-offset-4">
            Tamam
          </button>
        )}
      </p>
    </Notice>
  )
}

/** Always in view: whether something is unsaved, and the button that saves it. */
function SaveBar({ editor }: { editor: Editor }) {
  const { busy, dirty, base } = editor
  const { sending, fields, wrong, grid } = editor.typed
  const mistakes =
    Object.keys(wrong).length + Object.values(grid.errors).reduce((sum, cells) => sum + Object.keys(cells).length, 0)
  return (
    <div className="sticky bottom-0 z-20 mt-8 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-line border-t bg-paper py-3">
      {/* Above the button that it would cover at its usual place. */}
      <Toasts className="absolute right-0 bottom-full w-full pb-3 sm:w-96" />
      <p role="status" className={`mr-auto text-sm ${mistakes > 0 ? 'text-bad' : 'text-muted'}`}>
        {mistakes > 0
          ? `Düzeltilecek ${mistakes} yer var.`
          : dirty
            ? 'Kaydedilmemiş değişiklikler var.'
            : base
              ? 'Bütün değişiklikler kaydedildi.'
              : ''}
      </p>
      <SaveButton idle={busy || sending || (base !== undefined && !dirty)} onClick={editor.save}>
        {busy ? 'Kaydediliyor…' : sending ? 'Görseller yükleniyor…' : actionOf(fields.published, base?.published)}
      </SaveButton>
    </div>
  )
}

function actionOf(published: boolean, before: boolean | undefined): string {
  if (published) return before ? 'Kaydet' : 'Kaydet ve yayınla'
  return before ? 'Kaydet ve yayından kaldır' : 'Taslağı kaydet'
}
