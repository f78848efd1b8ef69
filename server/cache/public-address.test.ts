import { describe, expect, test } from 'vitest'
import { mayBeKept, otherwiseSpelled, publicAddress } from './public-address.ts'

test.for([
  ['/ara?en-cok=1.500', '/ara?en-cok=1500'],
  ['/ara?en-cok=10000000', '/ara'],
  ['/ust-giyim?stokta=1', '/ust-giyim?stokta=1'],
  ['/ust-giyim?siralama=azalan', '/ust-giyim?siralama=azalan'],
  ['/ust-giyim.data?_routes=root,storefront/listing', '/ust-giyim.data?_routes=root%2Cstorefront%2Flisting'],
  ['/ust-giyim.data?_routes=%3Cscript%3E', '/ust-giyim.data'],
  [`/ust-giyim.data?_routes=${'r'.repeat(201)}`, '/ust-giyim.data'],
  [`/ara?q=${'ç'.repeat(101)}`, `/ara?${new URLSearchParams({ q: 'ç'.repeat(100) })}`],
  [`/ara?beden=${'x'.repeat(40)}`, `/ara?beden=${'x'.repeat(40)}`],
  ['/ara?renk=Kum&beden=S&beden=M&beden=S', '/ara?beden=S&beden=M&renk=Kum'],
  ['/urun/elbise?renk=Kum&beden=M&q=x&renk=Mor', '/urun/elbise?renk=Kum'],
  [
    '/urun/elbise/oneriler.data?beden=elbise%3AS&beden=alt-giyim%3A38&renk=Kum&_routes=x',
    '/urun/elbise/oneriler.data?beden=elbise%3AS&beden=alt-giyim%3A38&_routes=x',
  ],
  ['/elbise?beden=elbise:S', '/elbise?beden=elbise%3AS'],
  ['/urun/elbise.data?beden=S&sayfa=2&_routes=root', '/urun/elbise.data?_routes=root'],
  [`/urun/elbise?renk=${'x'.repeat(60)}`, `/urun/elbise?renk=${'x'.repeat(60)}`],
  [`/urun/elbise?renk=${'x'.repeat(61)}`, '/urun/elbise'],
  ['/api/v1/products?limit=024&q=+elbise+', '/api/v1/products?limit=24&q=elbise'],
  ['/api/v1/products?area=+x&category=007', '/api/v1/products?area=+x&category=007'],
  ['/api/v1/products?limit=+&page=9007199254740993', '/api/v1/products?limit=+&page=9007199254740993'],
  ['/api/v1/categories?x=1', '/api/v1/categories'],
] as const)('%s is made as %s', ([asked, made]) => {
  expect(publicAddress(asked)).toBe(made)
})

test('an empty field of a form asks for nothing', () => {
  expect(publicAddress('/ara?beden=&renk=&q=+&en-az=')).toBe('/ara')
  expect(publicAddress('/api/v1/products?area=&q=')).toBe('/api/v1/products')
})

test('one address, however it is written; personal ones are nobody’s to keep', () => {
  for (const order of ['yeni', 'artan', 'azalan', 'indirim'])
    expect(publicAddress(`/elbise?utm_source=x&siralama=${order}&gclid=1`)).toBe(`/elbise?siralama=${order}`)
  expect(publicAddress('/api/v1/products?page=2&limit=24')).toBe(publicAddress('/api/v1/products?limit=24&page=2&x=1'))
  for (const path of ['/api/v1/orders/my', '/api/v1/account', '/api/v1/productsx', '/media/a.webp', '/metrics']) {
    expect(publicAddress(path), path).toBeUndefined()
  }
})

test.for([
  ['/ust-giyim?sayfa=01', '/ust-giyim?sayfa=1', '/ust-giyim?sayfa=+1', '/ust-giyim?sayfa=bir', '/ust-giyim'],
  ['/ust-giyim?sayfa=2.0', '/ust-giyim?sayfa=0x2', '/ust-giyim?sayfa=%202', '/ust-giyim?sayfa=2'],
  ['/ust-giyim?sayfa=99', '/ust-giyim?sayfa=1e9', '/ust-giyim?sayfa=42'],
  ['/ara?en-az=1.000&q=+elbise', '/ara?q=elbise+&en-az=0001000', '/ara?en-az=1000&q=elbise'],
  [`/ara?stokta=2&siralama=x&beden=${'x'.repeat(41)}`, '/ara'],
  ['/api/v1/products?page=00002', '/api/v1/products?page=2e0', '/api/v1/products?page=2'],
  [`/api/v1/products?page=${'0'.repeat(15_500)}1&limit=1`, '/api/v1/products?limit=1&page=1'],
])('numbers and choices are in one form before they are part of a key, %#', (spellings) => {
  expect(new Set(spellings.map(publicAddress))).toEqual(new Set([spellings.at(-1)]))
})

test('what is no number stays as it is, to be refused', () => {
  expect(publicAddress('/api/v1/products?page=x')).toBe('/api/v1/products?page=x')
  expect(publicAddress('/api/v1/products?limit=1.5')).toBe('/api/v1/products?limit=1.5')
})

describe('an answer may be kept', () => {
  test('by the one spelling of its path, whatever letters its question has', () => {
    for (const key of ['/', '/urun/elbise', '/urun/elbise?q=Çiçek', '/?q=Ç', '/ara?q=/'])
      expect(mayBeKept(key)).toBe(true)
    for (const key of ['/urun/Elbise', '/urun/elbise/', '//', '/Urun?q=a', '/urun/%65?q=a'])
      expect(mayBeKept(key)).toBe(false)
  })

  test('up to two thousand letters', () => {
    const long = (length: number) => `/ara?q=${'x'.repeat(length - 7)}`
    expect([long(2000).length, mayBeKept(long(2000)), mayBeKept(long(2001))]).toEqual([2000, true, false])
  })
})

test('a page in another spelling is found up to three hundred letters, and nothing that is not ours', () => {
  const long = (length: number) => `/${'A'.repeat(length - 1)}`
  expect(otherwiseSpelled(long(300))).toBe(long(300).toLowerCase())
  expect(otherwiseSpelled(long(301))).toBeUndefined()
  expect(otherwiseSpelled('/Urun/Elbise/')).toBe('/urun/elbise')
  for (const path of ['/ELBİSE', '/elbıse', '/ELB%C4%B0SE/'])
    expect([path, otherwiseSpelled(path)]).toEqual([path, '/elbise'])
  expect(otherwiseSpelled('/ÜRÜN/Kışlık-Çiçekli')).toBe('/urun/kislik-cicekli')
  const ours = ['/urun/elbise', '/Urun//Elbise', '/Urun%2fElbise', '/Urun/%', '/A/../b', '/Assets/a']
  for (const path of [...ours, '/日本', '/ürün日', '/é', '/a b', '/%00', '/Ü%2f', '/../Ü'])
    expect([path, otherwiseSpelled(path)]).toEqual([path, undefined])
})
