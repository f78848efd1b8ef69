import { describe, expect, test } from 'vitest'
import { fromMarkup, toMarkup } from './markup.ts'
import type { TextPart } from './text.ts'

describe('the markup of texts', () => {
  test('writes every kind of block, and parses it back unchanged', () => {
    const parts: TextPart[] = [
      { title: 'Sözleşme', blocks: [] },
      {
        title: 'Madde 1. Taraflar',
        sub: true,
        blocks: [
          { p: 'Satıcı: Gül.' },
          { p: 'Alıcı: Ayşe.' },
          { list: ['bir', 'iki'] },
          { steps: ['önce', 'sonra'] },
          {
            facts: [
              { label: 'Unvan', value: 'Gül A.Ş.' },
              { label: 'Adres', value: '' },
            ],
          },
        ],
      },
    ]
    expect(fromMarkup(toMarkup(parts))).toEqual(parts)
  })

  test('keeps the numbers of articles that have their text between them', () => {
    const contract = '1. TARAFLAR\n\nSatıcı ve alıcı.\n\n2. KONU\n\nÜrünler.\n3. SÜRE\n4. YETKİ\n\n1. a\n1. b'
    const [part] = fromMarkup(contract)
    expect(part?.blocks).toEqual([
      { steps: ['TARAFLAR'] },
      { p: 'Satıcı ve alıcı.' },
      { steps: ['KONU'], from: 2 },
      { p: 'Ürünler.' },
      { steps: ['SÜRE', 'YETKİ'], from: 3 },
      { steps: ['a', 'b'] },
    ])
    expect(toMarkup(part ? [part] : [])).toContain('2. KONU\n\nÜrünler.\n\n3. SÜRE\n4. YETKİ\n\n1. a\n2. b')
  })

  test('parses common variants of the markup', () => {
    expect(
      fromMarkup('Önce bir söz\nve devamı.\n\n# Başlık\nHemen altında\n- madde\n- iki\n1) adım\n\n\n#Etiket değil'),
    ).toEqual([
      { title: '', blocks: [{ p: 'Önce bir söz ve devamı.' }] },
      {
        title: 'Başlık',
        blocks: [{ p: 'Hemen altında' }, { list: ['madde', 'iki'] }, { steps: ['adım'] }, { p: '#Etiket değil' }],
      },
    ])
    expect(fromMarkup('  \n')).toEqual([])
    expect(fromMarkup('# Yalnız başlık')).toEqual([{ title: 'Yalnız başlık', blocks: [] }])
  })
})
