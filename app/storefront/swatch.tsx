/** A colour as a dot with its name; the fine ring keeps white visible on paper. Without a tone it is a pattern. */
export function Swatch({ color, size = 14 }: { color: { name: string; hex: string | null }; size?: number }) {
  const named = color.name !== ''
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      role={named ? 'img' : undefined}
      aria-label={named ? color.name : undefined}
      aria-hidden={named ? undefined : true}
      className="block shrink-0"
    >
      {named && <title>{color.name}</title>}
      <circle cx="7" cy="7" r="6.5" fill={color.hex ?? '#fff'} stroke="#92877d" strokeWidth="0.75" />
      {color.hex === null && <path d="M2 5.5 5.5 2M2 10.5 10.5 2M4 12.5 12.5 4M8.5 12 12 8.5" stroke="#6b625b" />}
    </svg>
  )
}
