import { expect, test } from 'vitest'
import { keptPictures, movePicture, onlyStored, settleUpload, sortFiles, storedPictures } from './list.ts'

const stored = (id: string) => ({ id, width: 960, height: 1200, tone: '#cccccc' })
const file = (name: string, type = 'image/jpeg', bytes = 10) => new File([new Uint8Array(bytes)], name, { type })

test('what is no picture, too large or too much is named with its reason', () => {
  const { accepted, rejected } = sortFiles(
    [
      file('bir.jpg'),
      file('liste.pdf', 'application/pdf'),
      file('dev.png', 'image/png', 10 * 1024 * 1024 + 1),
      file('iki.jpg'),
    ],
    19,
  )
  expect(accepted.map(({ name }) => name)).toEqual(['bir.jpg'])
  expect(rejected).toEqual([
    { name: 'liste.pdf', reason: 'Sadece resim dosyaları kabul edilir' },
    { name: 'dev.png', reason: "Dosya boyutu 10MB'dan büyük olamaz" },
    { name: 'iki.jpg', reason: 'En çok 20 görsel eklenebilir' },
  ])
})

test('of an iPhone’s photograph she reads what to do, with and without a type', () => {
  const files = [file('IMG_1.HEIC', ''), file('IMG_2.heic', 'image/heic'), file('IMG_3', 'image/heif')]
  const reason = 'HEIC fotoğrafı açılamıyor; JPEG olarak kaydedip yeniden seçin.'
  expect(sortFiles(files, 0).rejected.map((rejected) => rejected.reason)).toEqual([reason, reason, reason])
})

test('pictures move within their row and never out of it', () => {
  const list = ['a', 'b', 'c'].map((key) => ({ key }))
  const moved = (key: string, to: number) =>
    movePicture(list, key, to)
      .map((picture) => picture.key)
      .join('')
  expect(moved('c', 0)).toBe('cab')
  expect(moved('a', 9)).toBe('bca')
  expect(moved('a', -1)).toBe('abc')
  expect(moved('x', 0)).toBe('abc')
})

test('a picture that is being cut is kept whole over a reload', () => {
  const cutting = { key: 'k', state: 'sending' as const, file: file('x'), preview: '', progress: 0, was: stored('a') }
  expect(keptPictures([cutting])).toEqual([stored('a')])
  expect(onlyStored([cutting])).toEqual([])
})

test('the same picture sent twice stays once', () => {
  const [a] = storedPictures([stored('a')])
  const sending = { key: 'k', state: 'sending' as const, file: file('x'), preview: 'blob:', progress: 1 }
  if (!a) throw new Error('no picture')
  expect(settleUpload([a, sending], 'k', stored('a'))).toEqual([a])
  expect(settleUpload([a, sending], 'k', stored('b'))[1]).toEqual({
    key: 'k',
    state: 'stored',
    stored: stored('b'),
  })
})
