import { expect, test } from 'vitest'
import { checkLogin, checkRegistration } from './account-checks.ts'

const values = {
  firstName: 'İpek',
  lastName: 'Işık',
  email: 'ipek@posta.example',
  password: 'gizli1',
  passwordAgain: 'gizli1',
}
const accepted = { terms: true, realEmail: true }

test('login needs an address and a password', () => {
  expect(checkLogin({ email: '', password: '' })).toEqual({
    email: 'E-posta ve şifre alanları zorunludur',
    password: 'E-posta ve şifre alanları zorunludur',
  })
  expect(checkLogin({ email: 'ipek', password: 'x' })).toEqual({ email: 'Geçerli bir e-posta adresi girin' })
  expect(checkLogin(values)).toEqual({})
})

test('a complete registration has nothing wrong', () => {
  expect(checkRegistration(values, accepted)).toEqual({})
})

test.each([
  [{ firstName: ' ' }, { firstName: 'Ad ve soyad alanları zorunludur' }],
  [{ lastName: '' }, { lastName: 'Ad ve soyad alanları zorunludur' }],
  [{ passwordAgain: 'gizli2' }, { passwordAgain: 'Şifreler eşleşmiyor' }],
  [{ password: 'gizli', passwordAgain: 'gizli' }, { password: 'Şifre en az 6 karakter olmalıdır' }],
  [{ email: 'a@b' }, { email: 'Geçerli bir e-posta adresi girin' }],
])('%o is refused', (change, wrong) => {
  expect(checkRegistration({ ...values, ...change }, accepted)).toEqual(wrong)
})

test('both boxes have to be ticked', () => {
  expect(checkRegistration(values, { terms: false, realEmail: false })).toEqual({
    terms: 'Kullanım şartlarını ve gizlilik politikasını kabul etmelisiniz',
    realEmail: 'Email kısıtlamalarını kabul etmelisiniz',
  })
})
