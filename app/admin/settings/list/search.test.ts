import { expect, test } from 'vitest'
import { settingsSections } from './groups.ts'
import { searchSettings } from './search.ts'

const found = (q: string) => searchSettings(q).map(({ label, about }) => `${about} › ${label}`)

test('a setting is found by its name and by its fields, however the letters are typed', () => {
  expect(searchSettings('KARGO UCRETI')[0]).toMatchObject({ label: 'Kargo ücreti', section: 'kargo' })
  expect(found('mersis')).toEqual(['Yasal bilgiler › MERSİS numarası'])
  expect(searchSettings('MERSIS')[0]?.to).toBe('/admin/ayarlar?bolum=yasal&alan=MERS%C4%B0S%20numaras%C4%B1')
  expect(searchSettings('marka telefon')[0]).toMatchObject({ label: 'Telefon', about: 'Marka' })
})

test('a setting is found by what it is about, and nothing by nothing', () => {
  expect(searchSettings('iban').map(({ section }) => section)).toEqual(['havale'])
  expect(searchSettings('misafir').map(({ section }) => section)).toEqual(['uyeliksiz'])
  expect(searchSettings('  ')).toEqual([])
  expect(searchSettings('zzqqxx')).toEqual([])
})

test('names come before fields and both before what else speaks of it', () => {
  const sections = searchSettings('iade').map(({ section, label }) => `${section}: ${label}`)
  expect(sections.indexOf('teslimat: Teslimat ve iade')).toBeLessThan(sections.indexOf('metinler: Metinler'))
  expect(sections[0]).toBe('yasal: İade kargo firması')
})

test('each section stands once in the list', () => {
  expect(new Set(settingsSections.map(({ id }) => id)).size).toBe(settingsSections.length)
})
