/** A drawing is a few kilobytes; a traced photograph would be loaded on every page. */
export const largestSvg = 150_000

const shapes = ['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'text', 'tspan']
const around = ['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'clipPath', 'mask', 'pattern']
const colors = ['linearGradient', 'radialGradient', 'stop']

const place = ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'dx', 'dy', 'width', 'height']
const form = [
  'd',
  'points',
  'viewBox',
  'preserveAspectRatio',
  'transform',
  'pathLength',
  'offset',
  'id',
  'class',
  'style',
]
const paint = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'opacity', 'color', 'display'],
  ...['clip-path', 'clip-rule', 'clipPathUnits', 'mask', 'maskUnits', 'maskContentUnits', 'patternUnits'],
  ...['patternContentUnits', 'patternTransform', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'stop-color'],
  ...['stop-opacity', 'visibility', 'paint-order', 'vector-effect', 'letter-spacing', 'text-anchor', 'font-family'],
  ...['font-size', 'font-weight', 'font-style', 'xmlns', 'xmlns:xlink', 'version'],
]

/**
 * A drawing without anything that acts, loads or links: only shapes and their colors stay. Undefined when nothing of a
 * drawing is left. It is shown as a picture alone, and sent with a policy that forbids everything (api/media.ts).
 */
export async function cleanSvg(given: string): Promise<string | undefined> {
  // Sixty modules, for the few times that somebody chooses a logo.
  const { default: sanitize } = await import('sanitize-html')
  const clean = sanitize(given.replace(/^﻿/, ''), {
    allowedTags: [...around, ...shapes, ...colors],
    allowedAttributes: { '*': [...place, ...form, ...paint], use: ['href', 'xlink:href', ...place, 'transform'] },
    // Style sheets of drawing programs name colors; what they may hold is checked below.
    allowVulnerableTags: true,
    allowedSchemes: [],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'textarea', 'option', 'noscript', 'foreignObject', 'iframe', 'metadata'],
    parseStyleAttributes: false,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    exclusiveFilter: ({ tag, text, attribs }) =>
      (tag === 'style' && !isPlainStyle(text)) || (tag === 'use' && !/^#/.test(hrefOf(attribs))),
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutReferences(attribs) }) },
  }).trim()
  const begins = clean.indexOf('<svg')
  if (begins < 0 || !/<(path|circle|ellipse|line|polygon|polyline|rect|text|use)\b/.test(clean)) return undefined
  const drawing = clean.slice(begins)
  return /^<svg[^>]*\sxmlns=/.test(drawing)
    ? drawing
    : drawing.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

const hrefOf = (attribs: Record<string, string>) => attribs.href ?? attribs['xlink:href'] ?? ''

/** Colors may come from gradients of the drawing itself, from nowhere else. */
function withoutReferences(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => name.startsWith('xmlns') || isPlainStyle(value)),
  )
}

function isPlainStyle(text: string): boolean {
  const plain = text.replace(/url\(\s*["']?#[\w-]+["']?\s*\)/g, '')
  return !/url\s*\(|@import|expression|javascript:|data:|&#|\\|</i.test(plain)
}
