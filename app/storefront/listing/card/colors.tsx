import type { KeyboardEvent, MouseEvent } from 'react'
import type { Card } from '#shop/catalog/search/cards.ts'
import { Cloth, Swatch } from './swatch.tsx'

/** As many as stand in a row on the narrowest phone; of more than that the last place says how many. */
const most = 4

type ColorsProps = { colors: Card['colors']; current: string; onShow: (slug: string) => void }

/**
 * The colors of a design as their cloth: what is pointed at, tapped or reached by the arrow keys is shown by the card in its
 * place. As links they lead to the colors themselves: without script, and once they are shown.
 */
export function Colors({ colors, current, onShow }: ColorsProps) {
  const shown = colors.length > most ? colors.slice(0, most - 1) : colors
  const at = shown.findIndex(({ slug }) => slug === current)
  return (
    <ul aria-label="Renkler" className="colors" onKeyDown={byArrows}>
      {shown.map(({ name, slug, image, hex = null }, index) => (
        <li key={name}>
          {slug ? (
            <a
              href={`/urun/${slug}`}
              title={name}
              aria-current={index === at ? 'true' : undefined}
              tabIndex={index === Math.max(at, 0) ? undefined : -1}
              onPointerOver={({ pointerType }) => pointerType === 'mouse' && onShow(slug)}
              onFocus={({ target }) => target.matches(':focus-visible') && onShow(slug)}
              onClick={(event) => showFirst(event, slug === current, () => onShow(slug))}
            >
              <Cloth slug={slug} />
              <span className="sr-only">{name}</span>
            </a>
          ) : (
            <span title={name}>
              {image ? <Cloth image={image} /> : <Swatch hex={hex} size={28} />}
              <span className="sr-only">{name}</span>
            </span>
          )}
        </li>
      ))}
      {colors.length > shown.length && (
        <li aria-hidden className="text-muted text-sm">
          +{colors.length - shown.length}
        </li>
      )}
    </ul>
  )
}

/** A tap shows the color; the next one opens it. */
function showFirst(event: MouseEvent, shown: boolean, show: () => void) {
  if (shown || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  show()
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** One stop of the Tab key for all colors or sizes of a card, as with radios. */
export function byArrows(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const next = links[links.indexOf(document.activeElement as HTMLElement) + (steps[event.key] ?? Number.NaN)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
