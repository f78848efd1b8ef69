import { areaPages } from '#app/frame/areas.ts'
import { Button } from '#app/ui/button.tsx'
import type { Menu } from '#shop/settings/face/menu.ts'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useNestedSection } from '../use-nested-section.ts'
import { Entries } from './entries.tsx'
import { History } from './history.tsx'
import { Preview } from './preview.tsx'
import { entryValues } from './values.ts'

const usual = areaPages.map(({ area, title }) => ({ to: `/${area}`, label: title }))

/** The entries of the header and of the phone's menu. */
export function MenuSection({ settings: { menu }, onSaved, onReload }: SectionProps) {
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/menu'>('PUT', '/admin/settings/menu', body),
    initial: menu.settings,
    version: menu.version,
    valuesOf: ({ items }: Menu) => ({ items: items.length, ...entryValues('items', items) }),
    onSaved(saved) {
      onSaved(saved)
      return saved.menu.settings
    },
  })
  const changed = JSON.stringify(edited.items) !== JSON.stringify(usual)
  return (
    <form {...form}>
      <SectionHead title="Menü">
        Üst menünün ve telefondaki menünün girişleri, bu sırayla. Dört bölüm (Üst Giyim, Alt Giyim, Aksesuar, Özel
        Koleksiyon) altındaki kategorilerle açılır; kategorileri ve bilgi sayfalarını da ekleyebilirsiniz.
      </SectionHead>
      <div className="grid gap-5">
        <Entries
          entries={edited.items}
          path="items"
          most={7}
          longest={24}
          words={{ add: 'Menüye ekle', entry: 'giriş', link: 'Listeden seçin ya da /elbise gibi bir sayfa yazın.' }}
          wrong={wrong}
          onChange={(items) => change({ items })}
        />
        <SaveBar {...bar} onReload={onReload}>
          <Preview part="menu" settings={edited} />
          {changed && (
            <Button look="quiet" onClick={() => change({ items: usual })}>
              Varsayılan menüye dön
            </Button>
          )}
        </SaveBar>
        <History part="menu" version={menu.version} onSaved={restored} />
      </div>
    </form>
  )
}
