import type { WireTextPreview } from '#api/wire/admin/settings.ts'
import { InfoText } from '#app/storefront/info/text.tsx'
import { Panel } from '#app/ui/panel.tsx'

type TextPreviewPanelProps = { open: boolean; preview: WireTextPreview | undefined; onClose: () => void }

/** A text as shoppers would see it; nothing is saved. */
export function TextPreviewPanel({ open, preview, onClose }: TextPreviewPanelProps) {
  return (
    <Panel open={open} onClose={onClose} title="Önizleme" side="right" wide>
      {preview && (
        <article>
          <p className="mb-6 text-muted text-sm">
            Henüz kaydedilmedi; kaydettiğinizde yeni bir sürüm olarak yayınlanır.
          </p>
          <h2 className="font-display text-2xl">{preview.title}</h2>
          <p className="mt-4 text-lg text-muted">{preview.lead}</p>
          <InfoText parts={preview.parts} />
        </article>
      )}
    </Panel>
  )
}
