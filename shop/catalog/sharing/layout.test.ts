import { expect, test } from 'vitest'
import { openLetters } from '../../media/letters.ts'
import { layoutOf, overlayOf, type Shared, shareKinds } from './layout.ts'

const dress: Shared = {
  shop: 'Narçiçeği',
  name: 'Saten Askılı Midi Elbise',
  price: '1.890,00 TL',
  struckPrice: '',
  sizes: 'S · M · L',
  url: 'https://dukkan.example/urun/saten-askili-midi-elbise',
}

/** Where each line of letters begins and how wide it is drawn: by its own widths, as the picture shows it. */
async function linesOf(shared: Shared, kind: (typeof shareKinds)[number]) {
  const letters = await openLetters()
  const drawn: { text: string; x: number; end: number; y: number }[] = []
  overlayOf(kind, shared, {
    widthOf: letters.widthOf,
    draw(text, style, x, y) {
      drawn.push({ text, x, y, end: x + letters.widthOf(text, style.face, style.size) })
      return ''
    },
  })
  return drawn
}

test.for(shareKinds)('all stands within a %s, however long it is, and nothing over another line', async (kind) => {
  const { width, height, textLeft, textWidth } = layoutOf(kind)
  const long = {
    ...dress,
    shop: 'Kılıçaslanoğlu Tasarım ve Dikim Evi, İstanbul Nişantaşı Şubesi',
    name: `Drapeli ${'uzunçoküslü'.repeat(6)} ${'Elbise '.repeat(30)}`.trim(),
    price: '129.999,90 TL',
    struckPrice: '149.999,90 TL',
    sizes: ['34', '36', '38', '40', '42', '44', '46', '48', '50', '52', '54'].join(' · '),
    url: `https://www.cok-uzun-adresli-bir-butik.example/urun/${'drapeli-'.repeat(12)}`,
  }
  for (const shared of [dress, long]) {
    const lines = await linesOf(shared, kind)
    for (const { text, x, y, end } of lines) {
      expect([x >= textLeft || x > 0, end <= width && y < height], text).toEqual([true, true])
      // The struck price stands beside the price, the story's brand across.
      if (text !== shared.struckPrice && x === textLeft) expect(end, text).toBeLessThanOrEqual(textLeft + textWidth)
    }
    const rows = [...new Set(lines.map(({ y }) => y))].toSorted((a, b) => a - b)
    for (const [n, y] of rows.slice(1).entries()) expect(y - (rows[n] ?? 0)).toBeGreaterThan(30)
  }
})

test('a long name is cut, a short one is whole; the sale strikes its old price', async () => {
  const texts = async (shared: Shared) => (await linesOf(shared, 'preview')).map(({ text }) => text)
  expect(await texts(dress)).toEqual([
    'Narçiçeği',
    'Saten Askılı Midi',
    'Elbise',
    '1.890,00 TL',
    'S · M · L',
    'dukkan.example/urun/saten-askili-midi-elbise',
  ])
  expect((await texts({ ...dress, name: 'Elbise '.repeat(40) })).some((text) => text.endsWith('Elbise…'))).toBe(true)
  const letters = await openLetters()
  const struck = overlayOf('preview', { ...dress, struckPrice: '2.190,00 TL' }, letters)
  expect(struck).toContain('stroke-width')
  expect(overlayOf('preview', dress, letters)).not.toContain('stroke-width')
})

test('what is typed into a name draws letters, never marks of the picture', async () => {
  const letters = await openLetters()
  const svg = overlayOf('story', { ...dress, name: '<image href="x"/> & "Elbise"' }, letters)
  expect(svg).not.toContain('<image')
  expect(svg.match(/<svg /g)).toHaveLength(1)
})
