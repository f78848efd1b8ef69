import { expect, test } from 'vitest'
import { orderNumberIn, scanKey } from './scanned.ts'
import { carrierIn, readTrackingLines } from './tracking-lines.ts'

const pair = { order: '#AB12CD34', trackingNumber: '7340012345678' }

test.for([
  ['with a tab', '#AB12CD34\t7340012345678', [pair]],
  ['with a semicolon', '#AB12CD34;7340012345678', [pair]],
  ['with spaces', '  #AB12CD34   7340012345678 ', [pair]],
  ['the other way round', '7340012345678;#AB12CD34', [pair]],
  ['with a carrier', '#AB12CD34;Yurtiçi Kargo;7340012345678', [{ ...pair, carrier: 'Yurtiçi Kargo' }]],
  ['scanned, each on a line of its own', '#AB12CD34\n7340012345678\n', [pair]],
  ['both ways in one text', '#AB12CD34\n7340012345678\n\n#AB12CD34;7340012345678\r\n', [pair, pair]],
  [
    'a number of eight digits is the order’s only where it stands first',
    '12345678 87654321',
    [{ order: '12345678', trackingNumber: '87654321' }],
  ],
  ['one without its number is kept, to be told', '#AB12CD34', [{ order: '#AB12CD34', trackingNumber: '' }]],
  [
    'one left alone before a whole line',
    '#FF12CD34\n#AB12CD34 7340012345678',
    [{ order: '#FF12CD34', trackingNumber: '' }, pair],
  ],
  ['nothing', ' \n\n', []],
] as const)('lines: %s', ([, text, lines]) => {
  expect(readTrackingLines(text)).toEqual(lines)
})

test.for([
  ['yurtici', 'yurtici'],
  ['YURTİÇİ KARGO A.Ş.', 'yurtici'],
  ['Aras', 'aras'],
  ['MNG Kargo (DHL eCommerce)', 'mng'],
  ['DHL eCommerce', 'mng'],
  ['DHL Express', 'dhl'],
  ['hepsiJET', 'hepsijet'],
  ['Kolay Gelsin', 'kolay-gelsin'],
  ['PTT Kargo', 'ptt'],
  ['Aras Yılmaz', undefined],
  ['7340012345678', undefined],
] as const)('the carrier in “%s”', ([text, id]) => {
  expect(carrierIn(text)).toBe(id)
})

test('a barcode is known whatever keyboard layout typed it', () => {
  // On a Turkish Q layout the reader’s hyphen becomes an asterisk and its i an ı.
  expect(scanKey('KLME*sıy*38')).toBe(scanKey('KLME-SIY-38'))
  expect(scanKey('KLME-SIY-36')).not.toBe(scanKey('KLME-SIY-38'))
  expect(orderNumberIn('^AB12CD34')).toBe('ab12cd34')
  expect(orderNumberIn('AB12CD3')).toBeUndefined()
})
