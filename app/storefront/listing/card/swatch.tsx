type Color = { name: string; hex: string | null }

/** Distance of the dots in a row, in pixels. */
const step = 20

/** A color as a dot; its name stands beside it. */
export function Swatch({ hex, size = 14 }: { hex: string | null; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden className="block shrink-0">
      <Dot hex={hex} />
    </svg>
  )
}

/** The colors of a product in a row. One picture: a listing has hundreds of dots. */
export function Swatches({ colors, most }: { colors: Color[]; most: number }) {
  const shown = colors.slice(0, most)
  const width = shown.length * step - (step - 14)
  return (
    <p className="mt-auto flex items-center gap-1.5 pt-2.5">
      <svg
        width={width}
        height={14}
        viewBox={`0 0 ${width} 14`}
        role="img"
        aria-label={`Renkler: ${colors.map(({ name }) => name).join(', ')}`}
        className="block shrink-0"
      >
        {shown.map(({ name, hex }, index) => (
          <Dot key={name} hex={hex} x={index * step} name={name} />
        ))}
      </svg>
      {colors.length > most && (
        <span aria-hidden className="text-muted text-sm leading-none">
          +{colors.length - most}
        </span>
      )}
    </p>
  )
}

/** The fine ring keeps white visible on paper. Without a tone it is a pattern. */
function Dot({ hex, x = 0, name }: { hex: string | null; x?: number; name?: string }) {
  return (
    <>
      <circle cx={x + 7} cy="7" r="6.5" fill={hex ?? '#fff'} stroke="#92877d" strokeWidth="0.75">
        {name && <title>{name}</title>}
      </circle>
      {hex === null && (
        <path
          d="M2 5.5 5.5 2M2 10.5 10.5 2M4 12.5 12.5 4M8.5 12 12 8.5"
          stroke="#6b625b"
          transform={`translate(${x})`}
        />
      )}
    </>
  )
}
