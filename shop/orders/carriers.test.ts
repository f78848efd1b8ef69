import { expect, test } from 'vitest'
import { carrierName, trackingUrl } from './carriers.ts'

test('a parcel is named by its carrier, and found on the carrier’s page by its number', () => {
  expect([carrierName('surat'), carrierName('other'), carrierName('pigeon'), carrierName(null)]).toEqual([
    ...['Sürat Kargo', 'Diğer', null, null],
  ])
  expect(trackingUrl('hepsijet', 'A/1')).toBe('https://www.hepsijet.com/gonderi-takibi/A%2F1')
  for (const [carrier, number] of [
    ['other', 'A1'],
    ['pigeon', 'A1'],
    [null, 'A1'],
    ['hepsijet', null],
    ['hepsijet', ''],
  ] as const)
    expect(trackingUrl(carrier, number), `${carrier} ${number}`).toBeNull()
})
