import { expect, test } from 'vitest'
import { peopleOf } from './people.ts'

test('an account has used what its address used without one, also before both were one person', () => {
  const email = 'ayse@posta.example'
  const account = peopleOf('BIRKEZ', { userId: 'a', guest: false, email })
  const isHers = (person: string) => account.includes(person)
  const guest = { userId: 'g', guest: true, phone: '+905321112233' }
  expect(peopleOf('BIRKEZ', { ...guest, email }).filter(isHers)).not.toEqual([])
  // As earlier versions counted her.
  expect(peopleOf('BIRKEZ', { ...guest, email: `guest:${email}` }).filter(isHers)).not.toEqual([])
  expect(peopleOf('BIRKEZ', { ...guest, email: 'baska@posta.example' }).filter(isHers)).toEqual([])
  expect(peopleOf('IKIKEZ', { ...guest, email }).filter(isHers)).toEqual([])
})

test('an address with a + is the same person’s, and no use is counted twice', () => {
  const people = (email: string) => peopleOf('BIRKEZ', { userId: 'g', guest: true, email })
  const [first, second, plain] = [
    people('ayse+1@posta.example'),
    people('ayse+2@posta.example'),
    people('ayse@posta.example'),
  ]
  expect(first.filter((person) => second.includes(person))).toHaveLength(1)
  expect(first.filter((person) => plain.includes(person))).toHaveLength(1)
  expect(new Set(plain).size).toBe(plain.length)
  const [dotted, tagAlone] = [people('ay.se@posta.example'), people('+1@posta.example')]
  expect(plain.filter((person) => [...dotted, ...tagAlone].includes(person))).toEqual([])
})
