import { expect, test } from 'vitest'
import { mailErrorWords } from './mail-error-words.ts'

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'E-posta sunucusuna bağlanılamadı'],
  ['getaddrinfo ENOTFOUND posta.example', 'E-posta sunucusuna bağlanılamadı'],
  ['Invalid login: 535 5.7.8 Bad password', 'E-posta sunucusu kullanıcı adını ya da şifreyi kabul etmedi'],
  ['self-signed certificate', 'E-posta sunucusuyla güvenli bağlantı kurulamadı'],
  ["Can't send mail - all recipients were rejected: 550 No such user", 'E-posta sunucusu bu e-postayı kabul etmedi'],
  ['Message failed: 451 4.7.1 Greylisted', 'E-posta sunucusu şimdilik kabul etmedi'],
  ['something new', 'E-posta gönderilemedi'],
])('why a mail was not sent, “%s”, is told in plain words beside it', (error, words) => {
  expect(mailErrorWords(error)).toBe(`${words} (“${error}”)`)
})
