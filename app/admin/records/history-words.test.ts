import { describe, expect, test } from 'vitest'
import type { WireAuditEntry } from '#api/wire/admin/records.ts'
import { auditActions } from '#shop/audit/contract.ts'
import { actionLabels } from './action-labels.ts'
import { changesOf, linkOf } from './history-words.ts'

const entry: WireAuditEntry = {
  id: '1',
  actor: { id: null, name: 'Mağaza' },
  action: 'product.update',
  subject: { id: 'p1', name: 'Elbise' },
  before: null,
  after: null,
  createdAt: '2026-11-20T09:00:00Z',
}

describe('the history', () => {
  test('has a name for every action', () => {
    expect(Object.keys(actionLabels).sort()).toEqual([...auditActions].sort())
  })

  test('says values as people read them', () => {
    const before = { published: false, originalPriceKurus: 119_900, images: ['a'], status: 'PENDING', note: null }
    const after = { published: true, originalPriceKurus: null, images: ['a', 'b'], status: 'SHIPPED', note: '' }
    expect(changesOf({ ...entry, before, after }).map(({ label, before, after }) => [label, before, after])).toEqual([
      ['İndirim öncesi fiyat', '1.199,00 TL', '–'],
      ['Yayında', 'Hayır', 'Evet'],
      ['Resimler', '1 resim', '2 resim'],
      ['Durum', 'Onay bekliyor', 'Kargoda'],
      ['Not', '–', '(boş)'],
    ])
  })

  test('says roles, rights, moments and payments as people read them too', () => {
    const after = {
      ...{ expiresAt: '2026-11-29T20:19:52.090Z', staffRole: 'Depo', rights: ['orders-read', 'gone'] },
      ...{ paymentStatus: 'SUCCESS', returnKind: 'EXCHANGE' },
    }
    const changes = changesOf({ ...entry, after })
    expect(Object.fromEntries(changes.map(({ label, after }) => [label, after]))).toEqual({
      'Son geçerlilik': '29 Kasım 2026 23:19',
      Rol: 'Depo',
      Yetkiler: 'Siparişleri görür, gone',
      Ödeme: 'Alındı',
      Tür: 'Değişim',
    })
  })

  test('shows of variants only those that changed', () => {
    const variant = { sku: 'A', color: 'Kum', size: 'S', priceKurus: 10_000, stock: 3 }
    const other = { ...variant, sku: 'B', size: 'M' }
    const [change] = changesOf({
      ...entry,
      before: { variants: [variant, other] },
      after: { variants: [variant, { ...other, stock: 7 }] },
    })
    expect(change).toMatchObject({
      before: 'Kum M: 100,00 TL, stok 3 (B)',
      after: 'Kum M: 100,00 TL, stok 7 (B)',
    })
  })

  test('counts the scenes of the landing page instead of naming their files', () => {
    const [one, two, three] = ['aa11 bb22', 'cc33 dd44', 'ee55 ff66'] as const
    for (const [old, now, words] of [
      [
        [one, two],
        [one, two, three],
        ['2 sahne', '3 sahne (1 eklendi)'],
      ],
      [
        [one, two],
        [three, one],
        ['2 sahne', '2 sahne (1 eklendi, 1 kaldırıldı)'],
      ],
      [
        [one, two],
        [two, one],
        ['2 sahne', '2 sahne (sırası değişti)'],
      ],
      [[one], [], ['1 sahne', '0 sahne (1 kaldırıldı)']],
    ] as const) {
      const changes = changesOf({
        ...entry,
        action: 'settings.update',
        before: { Sahneler: old.join('\n') },
        after: { Sahneler: now.join('\n') },
      })
      expect(changes.map(({ before, after }) => [before, after])).toEqual([words])
    }
  })

  test('leads to what is still there', () => {
    expect(linkOf(entry)).toBe('/admin/urunler/p1')
    expect(linkOf({ ...entry, action: 'settings.update', subject: { id: 'terms', name: 'x' } })).toBe(
      '/admin/ayarlar?bolum=teslimat',
    )
    expect(linkOf({ ...entry, action: 'product.delete' })).toBeUndefined()
  })
})
