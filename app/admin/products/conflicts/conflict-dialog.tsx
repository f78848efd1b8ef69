import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatMoment } from '#shop/time.ts'
import { draftOf } from '../form/draft.ts'
import type { Editor } from '../form/use-editor.ts'
import type { Conflict } from './conflict.ts'
import { type Difference, differences } from './differences.ts'

/** Somebody else saved the product while it was open here: shows what differs, and asks whose version is to stand. */
export function ConflictDialog({ editor, categories }: { editor: Editor; categories: WireAdminCategory[] }) {
  const { conflict, base, typed } = editor
  const theirs = conflict.found?.theirs
  const changed = theirs && base ? differences(draftOf(base), draftOf(theirs), typed.draft, categories) : []
  return (
    <Panel
      open={theirs !== undefined}
      onClose={conflict.close}
      title="Ürün bu arada değişti"
      side="center"
      wide
      footer={conflict.found && <Choice conflict={conflict} found={conflict.found} />}
    >
      {conflict.found && (
        <div className="grid gap-4 text-sm">
          <p>
            Siz düzenlerken {conflict.found.names.join(' ve ') || 'başka bir yönetici'} bu ürünü kaydetti (
            {formatMoment(conflict.found.theirs.updatedAt)}). Yazdıklarınız duruyor; hiçbiri silinmedi.
          </p>
          {changed.length === 0 ? (
            <p className="text-muted">Açtığınız hal ile şimdiki hal arasında görünür bir fark yok.</p>
          ) : (
            <Differences changed={changed} />
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

function Choice({ conflict, found }: { conflict: Editor['conflict']; found: Conflict }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="secondary" onClick={() => conflict.openTheirs(found)}>
        Güncel halini aç
      </Button>
      <Button onClick={() => conflict.saveMine(found)}>Benimkini kaydet</Button>
    </div>
  )
}

function Differences({ changed }: { changed: Difference[] }) {
  return (
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
        {changed.map(({ label, opened, now, mine }) => (
          <tr key={label} className="border-line border-b align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-2 pr-3 text-left font-medium max-sm:block max-sm:py-0">
              {label}
            </th>
            <Value name="Açtığınızda" text={opened} />
            <Value name="Şimdi" text={now} />
            <Value name="Sizde" text={mine} />
          </tr>
        ))}
      </tbody>
    </table>
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
