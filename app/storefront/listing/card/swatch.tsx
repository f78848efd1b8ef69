import { swatchKey } from '#shop/media/urls.ts'

/** A color as a dot; its name stands beside it. The fine ring keeps white visible on paper. Without a tone it is a pattern. */
export function Swatch({ hex, size = 14 }: { hex: string | null; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden className="block shrink-0">
      <circle cx="7" cy="7" r="6.5" fill={hex ?? '#fff'} stroke="#92877d" strokeWidth="0.75" />
      {hex === null && <path d="M2 5.5 5.5 2M2 10.5 10.5 2M4 12.5 12.5 4M8.5 12 12 8.5" stroke="#6b625b" />}
    </svg>
  )
}

/** A color as its cloth, cut from a picture: of the product at `slug`, or of the picture with that id. */
export function Cloth({ slug, image }: { slug?: string; image?: string }) {
  return (
    <img
      src={image ? `/media/${swatchKey(image)}` : `/media/renk/${slug}`}
      alt=""
      width="28"
      height="28"
      loading="lazy"
      className="rounded-xs bg-line"
    />
  )
}
