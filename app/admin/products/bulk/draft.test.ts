import { expect, test } from 'vitest'
import { type Draft, emptyDraft, readDraft } from './draft.ts'

test.for<[Partial<Draft>, unknown]>([
  [{ amount: '10' }, { price: { percent: 10 } }],
  [{ amount: '12,5', way: 'down', round: '90' }, { price: { percent: -12.5, round: '90' } }],
  [{ amount: '1.250,50', unit: 'tl' }, { price: { amount: 1250.5 } }],
  [{ amount: '999,90', way: 'set' }, { price: { set: 999.9 } }],
  [{ round: '5' }, { price: { round: '5' } }],
  [{ kind: 'sale', amount: '20' }, { sale: { percent: 20 } }],
  [{ kind: 'stock', amount: '5', way: 'down' }, { stock: { add: -5 } }],
  [{ kind: 'stock', amount: '0', way: 'set' }, { stock: { set: 0 } }],
  [{ kind: 'status', value: 'draft' }, { status: 'draft' }],
  [{ kind: 'group', value: 'none' }, { groupId: null }],
  [{ kind: 'vatRate', value: '' }, { vatRate: '' }],
  [{ kind: 'delete' }, { delete: true }],
])('%o', ([draft, change]) => expect(readDraft({ ...emptyDraft, ...draft })).toEqual({ change }))

test.for<[Partial<Draft>, string]>([
  [{}, 'amount'],
  [{ amount: 'abc' }, 'amount'],
  [{ amount: '-5' }, 'amount'],
  [{ way: 'set', round: '90' }, 'amount'],
  [{ kind: 'sale', amount: '99' }, 'amount'],
  [{ kind: 'sale', amount: '20', from: '2026-12-02T10:00', to: '2026-12-01T10:00' }, 'to'],
  [{ kind: 'stock', amount: '1,5' }, 'amount'],
  [{ kind: 'category' }, 'value'],
])('asks for what is missing of %o', ([draft, field]) =>
  expect(readDraft({ ...emptyDraft, ...draft })).toEqual({ wrong: { [field]: expect.any(String) } }),
)
