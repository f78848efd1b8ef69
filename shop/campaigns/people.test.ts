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
