import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { inTransaction, newId } from '../ctx.ts'
import type { Right } from '../rights.ts'
import { announceOrder, followOrders, LocalOrderFeed, parseOrderNews } from './feed.ts'

const news = { id: 'a', kind: 'placed', orderId: 'b', totalKurus: 100 }

test('news of another process is parsed, and other payloads are ignored', () => {
  expect(parseOrderNews(JSON.stringify(news))).toEqual(news)
  expect(parseOrderNews(JSON.stringify({ ...news, writtenBy: 'c' }))).toEqual({ ...news, writtenBy: 'c' })
  expect(parseOrderNews(JSON.stringify({ ...news, kind: 'sent back' }))).toMatchObject({ kind: 'changed' })
  for (const part of ['id', 'orderId', 'totalKurus'])
    expect(parseOrderNews(JSON.stringify({ ...news, [part]: null })), part).toBeUndefined()
  for (const other of ['null', '7', '"text"', '[]', 'v2:…']) expect(parseOrderNews(other)).toBeUndefined()
})

describe('LocalOrderFeed', () => {
  const event = (id: string) => ({ id, kind: 'placed' as const, orderId: 'b', totalKurus: 100 })

  test('tells each piece of news once to those who follow, and every gap', () => {
    const feed = new LocalOrderFeed()
    const heard: string[] = []
    const end = feed.follow('ayşe', (news) => void heard.push(typeof news === 'object' ? news.id : news))
    for (const news of [event('1'), event('1'), 'gap', 'gap', event('2')] as const) feed.notify(news)
    end()
    feed.notify(event('3'))
    expect(heard).toEqual(['1', 'gap', 'gap', '2'])
  })

  test('remembers the last five hundred', () => {
    const feed = new LocalOrderFeed()
    const heard: unknown[] = []
    feed.follow('ayşe', (news) => void heard.push(news))
    for (let i = 0; i < 500; i++) feed.notify(event(`${i}`))
    feed.notify(event('0'))
    expect(heard).toHaveLength(500)
    feed.notify(event('500'))
    feed.notify(event('0'))
    expect(heard).toHaveLength(502)
  })

  test('has room for twenty of one account, and two hundred in all', () => {
    const feed = new LocalOrderFeed()
    const follow = (who: string) => feed.follow(who, () => {})
    const ends = Array.from({ length: 20 }, () => follow('ayşe'))
    expect(() => follow('ayşe')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 60 }))
    for (let i = 0; i < 180; i++) follow(`admin ${i}`)
    expect(() => follow('one more')).toThrow('çok fazla pencerede')
    ends[0]?.()
    expect(() => follow('one more')).not.toThrow()
  })
})

test('only staff may follow, and the windows of one leave room for those of another', async ({ ctx }) => {
  const orderFeed = new LocalOrderFeed()
  const acting = (id: string, rights: Right[]) => ({
    ...{ ...ctx, orderFeed },
    actor: { kind: 'user' as const, id, sessionId: newId(), address: newId(), rights },
  })
  const heard: unknown[] = []
  for (let i = 0; i < 20; i++) await followOrders(acting('ayşe', ['orders-read']), () => {})
  const end = await followOrders(acting('zehra', ['orders-read']), (event) => void heard.push(event))
  await expect(followOrders(acting('ayşe', ['orders-read']), () => {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(followOrders(acting('fatma', []), () => {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  orderFeed.notify('gap')
  end()
  orderFeed.notify('gap')
  expect(heard).toEqual(['gap'])
})

test('news is told here once its transaction is committed, at once without one', async ({ ctx }) => {
  const heard: unknown[] = []
  const orderFeed = new LocalOrderFeed()
  orderFeed.follow('ayşe', (event) => void heard.push(event))
  const about = { kind: 'changed', orderId: 'b', totalKurus: 100 } as const
  await announceOrder({ ...ctx, orderFeed }, about)
  expect(heard).toEqual([{ ...about, id: expect.any(String) }])
  await inTransaction({ ...ctx, orderFeed }, async (ctx) => {
    await announceOrder(ctx, about)
    expect(heard).toHaveLength(1)
  })
  expect(heard).toHaveLength(2)
})
