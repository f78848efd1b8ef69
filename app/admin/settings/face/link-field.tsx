import { useId } from 'react'
import { areaPages, everything } from '#app/frame/areas.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Field } from '#app/ui/field.tsx'
import { sectionPath, sections } from '#shop/settings/sections.ts'

export const anywhere = 'Listeden seçin ya da /elbise, https://… gibi bir adres yazın.'

type LinkFieldProps = {
  label: string
  value: string
  onChange: (to: string) => void
  error?: string | undefined
  optional?: boolean
  /** An example of a valid address. */
  example?: string
}

/** A page of the shop, offered by its name, or another address. */
export function LinkField({ label, value, onChange, error, optional, example = anywhere }: LinkFieldProps) {
  const id = useId()
  const pages = usePages()
  const name = pages.find(({ to }) => to === value)?.name
  return (
    <>
      <Field
        label={label}
        optional={optional}
        list={id}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={value}
        error={error}
        hint={name ? `Açtığı sayfa: ${name}` : example}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <datalist id={id}>
        {pages.map(({ to, name }) => (
          <option key={to} value={to}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The pages of the shop that a link may lead to, by their names. */
export function usePages(): { to: string; name: string }[] {
  const { categories = [], shop } = useShop() ?? {}
  return [
    { to: '/', name: 'Ana sayfa' },
    { to: `/${everything}`, name: 'Tüm koleksiyon' },
    ...areaPages.map(({ area, title }) => ({ to: `/${area}`, name: title })),
    ...categories.map(({ slug, name }) => ({ to: `/${slug}`, name })),
    ...sections.map(({ id, name }) => ({ to: sectionPath(id), name })),
    ...(shop?.guests ? [{ to: '/siparis-takip', name: 'Sipariş takip' }] : []),
  ]
}
