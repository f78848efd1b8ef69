import { Link } from 'react-router'
import { useQuery } from '../../parts/use-query.ts'
import type { SectionProps } from '../section.ts'
import { SectionHead } from '../section-parts.tsx'
import { TextEditor } from './text-editor.tsx'

/** The texts of the information pages and of the contracts: which one is edited is in the address. */
export function TextsSection(props: SectionProps) {
  const { get } = useQuery()
  const { items } = props.settings.texts
  const chosen = items.find(({ id }) => id === get('metin')) ?? items[0]
  return (
    <>
      <SectionHead title="Metinler">
        Bilgi sayfalarının, sözleşmelerin ve pakete konan fişin metinleri. Kaydettiğiniz metin hemen yayına girer;
        müşterinin onayladığı sözleşme, onayladığı sürümüyle siparişte saklanır.
      </SectionHead>
      <nav aria-label="Metin seçin" className="mb-6">
        <ul className="flex flex-wrap gap-2 text-sm">
          {items.map(({ id, name, own }) => (
            <li key={id}>
              <Link
                to={`/admin/ayarlar?bolum=metinler&metin=${id}`}
                aria-current={id === chosen?.id ? 'page' : undefined}
                className="flex min-h-11 items-center gap-2 rounded-xs border border-edge px-3 hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-white"
              >
                {name}
                {own && <span className="text-sm opacity-80">(sizin metniniz)</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {chosen && <TextEditor key={`${chosen.id} ${props.settings.texts.version}`} text={chosen} {...props} />}
    </>
  )
}
