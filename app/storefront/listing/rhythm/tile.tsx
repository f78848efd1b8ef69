import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { ShownTile } from '#shop/settings/rhythm.ts'
import { wideWidths } from '../card/product-card.tsx'

/** Two columns wide, between the cards: a picture, a line, and where it leads. */
export function Tile({ tile: { image, line, words, link } }: { tile: ShownTile }) {
  return (
    <li className="wide">
      <Picture image={image} alt="" sizes={wideWidths} className="object-cover" />
      <h2 className="pt-3 font-display text-xl">{line}</h2>
      <Link to={link} className="text-sm underline underline-offset-4">
        {words}
      </Link>
    </li>
  )
}
