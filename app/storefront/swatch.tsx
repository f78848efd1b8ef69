import type { Color } from '#shop/catalog/cards.ts'

/** A colour as a dot with its name; the fine ring keeps white visible on paper. */
export function Swatch({ color, size = 14 }: { color: Color; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" role="img" aria-label={color.name} className="block">
      <title>{color.name}</title>
      <circle cx="7" cy="7" r="6.5" fill={color.hex} stroke="#92877d" strokeWidth="0.75" />
    </svg>
  )
}
