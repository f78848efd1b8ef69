import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('strengthOf says how long a password would stand', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['a1B!x', 0],
    ['aaaaaaaaaaaa', 1],
    ['123456', 1],
    ['Sifre123!', 1],
    ['galatasaray1905', 2],
    ['mavikapi', 1],
    ['mavikapi07', 2],
    ['Mavi!Kapi7', 3],
    ['uzun bir parola', 2],
    ['uzun bir cümle', 3],
    ['Uzun bir cümle 7', 4],
  ]
  for (const [password, score] of cases) expect(strengthOf(password).score, password).toBe(score)
})
