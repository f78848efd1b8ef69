import type { Font } from 'fontkit'
import { type Typeface, typefaces } from './typefaces.ts'

/**
 * Text as outlines of its letters: a picture looks the same on every machine, whichever typefaces that has. Sizes and widths in
 * pixels.
 */
export type Letters = {
  widthOf: (text: string, face: Typeface, size: number) => number
  /** As paths of an SVG, from a point on the line they stand on. */
  draw: (text: string, style: { face: Typeface; size: number; color: string }, x: number, y: number) => string
}

let opened: Promise<Letters> | undefined

/** Loaded once, at the first picture that needs it. */
export function openLetters(): Promise<Letters> {
  opened ??= import('fontkit').then(async ({ open }) => {
    const faces = Object.entries(typefaces).map(async ([name, file]) => [name, await open(file)] as const)
    return lettersOf(Object.fromEntries(await Promise.all(faces)) as Record<Typeface, Font>)
  })
  return opened
}

function lettersOf(fonts: Record<Typeface, Font>): Letters {
  return {
    widthOf(text, face, size) {
      const font = fonts[face]
      return (font.layout(text).advanceWidth / font.unitsPerEm) * size
    },
    draw(text, { face, size, color }, x, y) {
      const font = fonts[face]
      const { glyphs, positions } = font.layout(text)
      const scale = size / font.unitsPerEm
      let at = 0
      const paths = glyphs.map((glyph, n) => {
        const { xAdvance, xOffset, yOffset } = positions[n] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
        const path = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`
        at += xAdvance
        return path
      })
      return `<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    },
  }
}
