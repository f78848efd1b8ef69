import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { Accent, contrastOf, isReadable, nearestReadable, shadesOf, usualAccent } from './accent.ts'

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(isReadable(usualAccent)).toBe(true)
})

test('a color that nobody can read is refused with the nearest one that can', () => {
  const refused = Accent.safeParse('#FFD400')
  expect(refused.error?.issues[0]?.message).toBe(
    `Bu renk yazıda yeterince okunmuyor; en yakın uygun ton: ${nearestReadable('#ffd400')}`,
  )
  expect(Accent.safeParse('nar').success).toBe(false)
  expect(Accent.parse(' #1F4E79 ')).toBe('#1f4e79')
})

test('of every color the offered shade can be read everywhere, and hardly a lighter one could', () => {
  assert(
    property(integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      const offered = nearestReadable(color)
      const { nar, deep, soft } = shadesOf(offered)
      for (const ground of ['#ffffff', '#fbf8f4', soft]) expect(contrastOf(nar, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(deep, soft)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf('#1f1a17', soft)).toBeGreaterThanOrEqual(4.5)
      if (offered !== color) expect(contrastOf(offered, soft)).toBeLessThan(4.9)
      expect(Accent.safeParse(offered).success).toBe(true)
    }),
  )
})
