import { expect, test } from 'vitest'
import { soldMeanwhile } from './sold-meanwhile.ts'

const row = { key: 1, color: 'Siyah', size: 'M' }

test('says why a stock that was typed is another after saving', () => {
  const rows = [
    { ...row, id: 'sold', stock: '20', stockSeen: 14 },
    { ...row, id: 'back', stock: '3', stockSeen: 2 },
    { ...row, id: 'fits', stock: '5', stockSeen: 4 },
    { ...row, id: 'untouched', stock: '9', stockSeen: 9 },
    { ...row, id: undefined, stock: '7', stockSeen: 0 },
  ]
  const stocks = { sold: 19, back: 4, fits: 5, untouched: 8 }
  const variants = Object.entries(stocks).map(([id, stockQuantity]) => ({ id, stockQuantity }))
  expect(soldMeanwhile({ rows } as never, { variants } as never)).toEqual([
    'Siyah M: 20 yazdınız; bu arada 1 adet satıldı, stok 19.',
    'Siyah M: 3 yazdınız; bu arada 1 adet geri geldi, stok 4.',
  ])
})
