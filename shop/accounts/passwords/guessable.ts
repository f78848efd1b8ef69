import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fold } from '../../turkish.ts'

const require = createRequire(import.meta.url)

/** How many of the commonest passwords of the world are refused, of those long enough to be taken. */
const refused = 10_000
const shortest = 6

/** Passwords that people in Türkiye choose besides. */
const turkish = [
  'sifre',
  'sifrem',
  'sifrem1',
  'sifre1',
  'sifre12',
  'sifre123',
  'parola',
  'parolam',
  'parola1',
  'parola123',
  'galatasaray',
  'fenerbahce',
  'besiktas',
  'trabzonspor',
  'galatasaray1905',
  'fenerbahce1907',
  'besiktas1903',
  'cimbom',
  'cimbom1905',
  'turkiye',
  'istanbul',
  'istanbul34',
  'ankara',
  'ankara06',
  'izmir35',
  'ataturk',
  'seviyorum',
  'seniseviyorum',
  'askim',
  'bitanem',
  'canim',
  'sevgilim',
  'anneciğim',
  'annem',
  'babam',
  'kardesim',
  'asdasd',
  'qweasd',
  'qwerty',
  'merhaba',
  'deneme',
  'yonetici',
  'kullanici',
  'hosgeldin',
  'mustafa',
  'fatma123',
].map(spelled)

/** All of them in one text, a line each: as words by themselves they would take megabytes. */
let common: string | undefined

/** One of the commonest passwords, whatever its case and its dots, or one character up to twenty times. Server only. */
export function isGuessable(password: string): boolean {
  common ??= ['', ...commonest(), ...turkish, ''].join('\n')
  const text = spelled(password)
  return (!text.includes('\n') && common.includes(`\n${text}\n`)) || /^(.)\1{0,19}$/su.test(text)
}

/** The password is one of these words, whatever its case, its dots and the spaces in it. */
export function isMadeOf(words: readonly string[], password: string): boolean {
  const text = joined(password)
  return words.some((word) => joined(word) === text)
}

/** As isMadeOf, also with a year or another number of up to four digits behind the word. */
export function isMadeOfNumbered(words: readonly string[], password: string): boolean {
  return isMadeOf(words, password) || isMadeOf(words, joined(password).replace(/\d{1,4}$/, ''))
}

function commonest(): string[] {
  const known: string[] = JSON.parse(
    readFileSync(require.resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'utf8'),
  )
  return known.filter((word) => word.length >= shortest).slice(0, refused)
}

/** Letters that fold to nothing, such as Cyrillic ones, stay: what is left of such a password says nothing about it. */
function spelled(password: string): string {
  const text = password.normalize('NFKC')
  const folded = fold(text)
  return folded.length === text.length ? folded : text.toLowerCase()
}

function joined(words: string): string {
  return spelled(words).replace(/\s+/g, '')
}
