import { expect, test } from 'vitest'
import { etbisAddress, findWrongNumbers } from './legal-numbers.ts'

test.for([
  [{}, []],
  [{ taxNumber: '481 005 8590', mersis: '0481 0058 5900 0013', kep: 'nar.tekstil@hs01.kep.tr' }, []],
  [{ taxNumber: '10000000146' }, []],
  [{ taxNumber: '10000000146', mersis: '1000 0000 1460 0011' }, []],
  [{ taxNumber: '4810058591' }, ['taxNumber']],
  [{ taxNumber: '10000000147' }, ['taxNumber']],
  [{ taxNumber: '481005' }, ['taxNumber']],
  [{ mersis: '0481 0058 5900 001' }, ['mersis']],
  [{ mersis: '0481 0058 5800 0013' }, ['mersis']],
  [{ mersis: '0481 0058 5900 0013', taxNumber: '8790017566' }, ['mersis']],
  [{ kep: 'merhaba@gmail.com' }, ['kep']],
  [{ kep: 'ad@hs01.kep.tr.example.com' }, ['kep']],
  [{ kep: 'nar@sirket.hs03.kep.tr' }, []],
] as const)('%o: wrong are %o', ([given, wrong]) => {
  expect(Object.keys(findWrongNumbers(given))).toEqual(wrong)
})

test('a MERSİS number of another tax number says which one stands in it', () => {
  const { mersis } = findWrongNumbers({ mersis: '0481005859000013', taxNumber: '8790017566' })
  expect(mersis?.[0]).toContain('4810058590')
})

test('a registration is its page at the ministry, however it was copied', () => {
  const page = 'https://etbis.eticaret.gov.tr/sitedogrulama/0123456789ABCDEF0123456789ABCDEF'
  expect(etbisAddress('0123456789abcdef0123456789abcdef')).toBe(page)
  expect(etbisAddress(` ${page} `)).toBe(page)
  for (const text of [
    'nar',
    'https://etbis.example/sitedogrulama/1',
    page.replace('https', 'http'),
    'https://eticaret.gov.tr.example/sitedogrulama/1',
    'javascript:alert(1)',
  ])
    expect(etbisAddress(text)).toBeUndefined()
})
