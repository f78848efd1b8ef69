import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDistrict } from '#shop/fields/postal-address.ts'
import { provinces } from '#shop/fields/provinces.ts'
import { fold } from '#shop/turkish.ts'
import { meantOf, placesOf } from './places.ts'

const folder = `${import.meta.dirname}/places`
const placesIn = (province: string) => placesOf(readFileSync(`${folder}/${fold(province)}.txt`, 'utf8'))

test('each province has its list, and there are no others', () => {
  const lists = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  expect(lists.toSorted()).toEqual(provinces.map((province) => `${fold(province)}.txt`).toSorted())
})

test('the lists hold all districts, each with neighbourhoods that a field takes', () => {
  const all = provinces.map(placesIn)
  // 922 districts, and the central one of the 51 provinces that are not metropolitan.
  expect(all.reduce((sum, places) => sum + places.size, 0)).toBe(973)
  for (const places of all) {
    for (const [district, names] of places) {
      expect(names.length, district).toBeGreaterThan(0)
      for (const name of [district, ...names]) {
        expect(name, `of ${district}`).toMatch(/^[\p{Lu}\d]/u)
        expect(checkDistrict(name), name).toBeUndefined()
      }
    }
  }
})

test('İstanbul has its 39 districts, and Kadıköy its neighbourhoods', () => {
  const places = placesIn('İstanbul')
  expect(places.size).toBe(39)
  expect(places.get('Kadıköy')).toEqual(expect.arrayContaining(['Acıbadem Mah.', 'Caferağa Mah.', 'Suadiye Mah.']))
})

test('a place typed without its letters is the one of the list', () => {
  const names = ['Caferağa Mah.', '19 Mayıs Mah.', 'Arpacık Köyü']
  expect(meantOf(names, 'caferaga')).toBe('Caferağa Mah.')
  expect(meantOf(names, ' CAFERAĞA MAHALLESİ')).toBe('Caferağa Mah.')
  expect(meantOf(names, 'arpacık köyü')).toBe('Arpacık Köyü')
  expect(meantOf(names, 'Yeni Mah.')).toBe('Yeni Mah.')
  expect(meantOf(names, '')).toBe('')
})
