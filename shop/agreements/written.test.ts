import { expect, test } from 'vitest'
import { htmlText, plainText } from './written.ts'

test('numbered articles keep their numbers', () => {
  const parts = [{ title: 'Sözleşme', blocks: [{ steps: ['TARAFLAR', 'KONU'] }, { steps: ['SÜRE'], from: 3 }] }]
  expect(plainText(parts)).toContain('1. TARAFLAR\n2. KONU\n\n3. SÜRE')
  expect(htmlText(parts)).toContain(
    '<ol>\n<li>TARAFLAR</li>\n<li>KONU</li>\n</ol>\n<ol start="3">\n<li>SÜRE</li>\n</ol>',
  )
})
