type ProductNameProps = {
  name: string
  /** The product's only color. */
  color?: string | null | undefined
}

/** A product's name; where it ends in the color, that is set apart. Read aloud, searched and copied it is one name. */
export function ProductName({ name, color }: ProductNameProps) {
  const end = ` ${color}`
  if (!color || !name.endsWith(end)) return name
  return (
    <>
      {name.slice(0, -end.length)}
      <span className="text-muted">{end}</span>
    </>
  )
}
