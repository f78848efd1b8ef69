import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser, fakeFetch, fakeToken, ok } from '#test/browser.ts'
import { keepSession } from './session.ts'
import { currentUser, logout, openLogin, waitingForLogin } from './session-store.ts'

let browser: ReturnType<typeof fakeBrowser>
beforeEach(() => {
  browser = fakeBrowser()
})

const person = { id: 'u', email: 'ipek@posta.example', firstName: 'İpek', lastName: 'Işık', role: 'USER' }
const tokens = { accessToken: fakeToken(person), refreshToken: 'r' }

test('login keeps the tokens and the person of the access token, Turkish letters whole', () => {
  expect(keepSession(tokens)).toEqual({ ...person, fullName: 'İpek Işık' })
  expect(browser.localStorage.getItem('accessToken')).toBe(tokens.accessToken)
  expect(browser.localStorage.getItem('refreshToken')).toBe('r')
  expect(JSON.parse(browser.localStorage.getItem('userInfo') ?? '')).toEqual({ ...person, fullName: 'İpek Işık' })
  expect(currentUser()).toMatchObject({ id: 'u' })
})

test.each(['', 'x', 'a.b.c', fakeToken({ id: 7 })])('a token that cannot be read (%s) keeps nothing', (accessToken) => {
  expect(keepSession({ accessToken, refreshToken: 'r' })).toBeUndefined()
  expect(browser.localStorage.getItem('accessToken')).toBeNull()
})

test('a user that cannot be read clears the session', async () => {
  keepSession(tokens)
  browser.localStorage.setItem('cart', '[]')
  browser.localStorage.setItem('userInfo', '{broken')
  expect(currentUser()).toBeUndefined()
  await Promise.resolve()
  expect(browser.localStorage.getItem('cart')).toBe('[]')
  for (const key of ['accessToken', 'refreshToken', 'userInfo']) expect(browser.localStorage.getItem(key)).toBeNull()
})

test('a person without any token is forgotten at once, and the cart is not', async () => {
  keepSession(tokens)
  browser.localStorage.setItem('cart', '[]')
  browser.localStorage.removeItem('accessToken')
  expect(currentUser()).toMatchObject({ id: 'u' })
  browser.localStorage.removeItem('refreshToken')
  expect(currentUser()).toBeUndefined()
  await Promise.resolve()
  expect(browser.localStorage.getItem('userInfo')).toBeNull()
  expect(browser.localStorage.getItem('cart')).toBe('[]')
})

test('logout empties the browser, tells the server and goes home', () => {
  const sent = fakeFetch(() => ok(null))
  keepSession(tokens)
  browser.localStorage.setItem('cart', '[]')
  logout()
  expect(sent).toMatchObject([{ path: '/auth/logout', body: { refreshToken: 'r' } }])
  expect(browser.localStorage.getItem('cart')).toBeNull()
  expect(browser.localStorage.getItem('accessToken')).toBeNull()
  expect(browser.wentTo).toEqual(['/'])
})

test('what asked for the login waits for it', () => {
  const then = () => undefined
  openLogin(then)
  expect(waitingForLogin()).toBe(then)
})
