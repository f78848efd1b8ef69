import { Link } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import type { Links } from '#shop/settings/face/links.ts'
import { type SocialId, socialIds, socialNames } from '#shop/settings/face/social.ts'
import { adminCall } from '../../parts/api.ts'
import { settingsPath } from '../list/groups.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useNestedSection } from '../use-nested-section.ts'
import { Entries } from './entries.tsx'
import { History } from './history.tsx'
import { anywhere } from './link-field.tsx'
import { Preview } from './preview.tsx'
import { entryValues } from './values.ts'

const examples: Record<SocialId, string> = {
  facebook: 'https://www.facebook.com/magazaniz',
  tiktok: 'https://www.tiktok.com/@magazaniz',
  youtube: 'https://www.youtube.com/@magazaniz',
  pinterest: 'https://tr.pinterest.com/magazaniz',
  x: 'https://x.com/magazaniz',
}

/** Social media, and the owner's links at the foot of every page. */
export function LinksSection({ settings: { links }, onSaved, onReload }: SectionProps) {
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/links'>('PUT', '/admin/settings/links', body),
    initial: links.settings,
    version: links.version,
    valuesOf,
    onSaved(saved) {
      onSaved(saved)
      return saved.links.settings
    },
  })
  const { social, footer } = edited
  return (
    <form {...form}>
      <SectionHead title="Sosyal medya ve alt bilgi">
        Doldurduğunuz hesaplar her sayfanın altında, iletişim adresinizin yanında görünür. Instagram,{' '}
        <Link to={settingsPath('marka', 'Instagram bağlantısı')} className="underline underline-offset-4">
          Marka
        </Link>{' '}
        bölümündedir.
      </SectionHead>
      <div className="grid gap-8">
        <div className="grid gap-4 sm:grid-cols-2">
          {socialIds.map((id) => (
            <Field
              key={id}
              label={socialNames[id]}
              optional
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              placeholder={examples[id]}
              value={social[id]}
              error={wrong(`social.${id}`)}
              onChange={({ target }) => change({ social: { ...social, [id]: target.value } })}
            />
          ))}
        </div>
        <section aria-labelledby="alt-bilgi-baglantilari">
          <h3 id="alt-bilgi-baglantilari" className="mb-3 font-semibold">
            Alt bilgi bağlantıları
          </h3>
          <Entries
            entries={footer}
            path="footer"
            most={8}
            longest={40}
            words={{ add: 'Bağlantı ekle', entry: 'bağlantı', link: anywhere }}
            wrong={wrong}
            onChange={(footer) => change({ footer })}
          />
        </section>
        <SaveBar {...bar} onReload={onReload}>
          <Preview part="links" settings={edited} />
        </SaveBar>
        <History part="links" version={links.version} onSaved={restored} />
      </div>
    </form>
  )
}

function valuesOf({ social, footer }: Links): Record<string, unknown> {
  return {
    ...Object.fromEntries(socialIds.map((id) => [`social.${id}`, social[id]])),
    footer: footer.length,
    ...entryValues('footer', footer),
  }
}
