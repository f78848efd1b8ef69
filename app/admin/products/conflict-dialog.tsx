import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatMoment } from '#shop/time.ts'
import { differences } from './differences.ts'
import { draftOf } from './draft.ts'
import type { AdminCategory } from './product-shape.ts'
import type { Editor } from './use-editor.ts'

/** Somebody else saved the product while she had it open: what differs, and whose is to stand. */
export function ConflictDialog({ editor, categories }: { editor: Editor; categories: AdminCategory[] }) {
  const { conflict, base, draft } = editor
  const theirs = conflict?.theirs
  const changed = theirs && base ? differences(draftOf(base), draftOf(theirs), draft, categories) : []
  return (
    <Panel
      open={theirs !== undefined}
      onClose={editor.closeConflict}
      title="Ürün bu arada değişti"
      side="center"
      wide
      footer={
        conflict && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="secondary" onClick={() => editor.openTheirs(conflict)}>
              Güncel halini aç
            </Button>
            <Button onClick={() => editor.saveMine(conflict)}>Benimkini kaydet</Button>
          </div>
        )
      }
    >
      {conflict && theirs && (
        <div className="grid gap-4 text-sm">
          <p>
            Siz düzenlerken {conflict.names.join(' ve ') || 'başka bir yönetici'} bu ürünü kaydetti (
            {formatMoment(theirs.updatedAt)}). Yazdıklarınız duruyor; hiçbiri silinmedi.
          </p>
          {changed.length === 0 ? (
            <p className="text-muted">Açtığınız hal ile şimdiki hal arasında görünür bir fark yok.</p>
          ) : (
            <table className="w-full max-sm:block">
              <thead className="text-left text-muted max-sm:sr-only">
                <tr className="border-line border-b">
                  {['Değişen', 'Açtığınızda', 'Şimdi', 'Sizde'].map((name) => (
                    <th key={name} scope="col" className="py-2 pr-3 font-normal">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {changed.map(({ label, opened, now, hers }) => (
                  <tr key={label} className="border-line border-b align-top max-sm:block max-sm:py-2">
                    <th scope="row" className="py-2 pr-3 text-left font-medium max-sm:block max-sm:py-0">
                      {label}
                    </th>
                    <Value name="Açtığınızda" text={opened} />
                    <Value name="Şimdi" text={now} />
                    <Value name="Sizde" text={hers} />
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <p className="text-muted">
            <strong className="font-medium text-ink">Güncel halini aç</strong> kaydedilmiş hali gösterir; yazdıklarınıza
            sonra dönebilirsiniz. <strong className="font-medium text-ink">Benimkini kaydet</strong> yalnızca sizin
            değiştirdiğiniz alanlara sizin yazdığınızı koyar; dokunmadıklarınız şimdiki haliyle kalır. Bu arada satılan
            adetler stoktan yine düşülür.
          </p>
        </div>
      )}
    </Panel>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <td className="break-words py-2 pr-3 max-sm:block max-sm:py-0">
      <span className="text-muted sm:hidden">{name}: </span>
      {text}
    </td>
  )
}
