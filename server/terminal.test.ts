import { describe, expect, test } from 'vitest'
import { boxed, inWords, openNarrator } from './terminal.ts'

function told(isTTY: boolean, columns = 60) {
  const written: string[] = []
  const { print, opened } = openNarrator({ isTTY, columns, write: (text) => written.push(text) })
  print('database ready: 62 migrations applied')
  print('demo shop: 20 of 92 products', 'passing')
  print('demo shop: 40 of 92 products', 'passing')
  print('admin of the demo shop: a@b.example / gizli', 'lasting')
  opened('http://127.0.0.1:3000')
  return written.join('')
}

describe('what a start says', () => {
  test('a program reads line after line, where the shop listens last', () => {
    expect(told(false)).toBe(
      [
        'database ready: 62 migrations applied',
        'demo shop: 20 of 92 products',
        'demo shop: 40 of 92 products',
        'admin of the demo shop: a@b.example / gizli',
        'listening on http://127.0.0.1:3000',
        '',
      ].join('\n'),
    )
  })

  test('a person sees progress in one line, and at the end a box with address and login', () => {
    expect(told(true)).toBe(
      [
        'database ready: 62 migrations applied',
        '\r\u001B[2Kdemo shop: 20 of 92 products\r\u001B[2Kdemo shop: 40 of 92 products',
        '',
        '┌─────────────────────────────────────────────┐',
        '│ the shop is open: http://127.0.0.1:3000     │',
        '│ admin of the demo shop: a@b.example / gizli │',
        '│ stop it with Ctrl+C                         │',
        '└─────────────────────────────────────────────┘',
        '',
        '',
      ].join('\n'),
    )
  })

  test('a narrow terminal breaks no line by a frame', () => {
    expect(boxed(['a line of twenty two.'], 12)).toBe('────────────\na line of twenty two.\n────────────')
  })
})

test('a security event is said with whom and what it was about', () => {
  expect(inWords({ msg: 'security: login', security: { maskedEmail: 'a***@b.example', detail: '' } })).toBe(
    'security: login · a***@b.example',
  )
  expect(inWords({ msg: 'the database answers again' })).toBe('the database answers again')
})
