import { describe, expect, test } from 'vitest'
import { underFields } from '../fields/rules.ts'
import {
  checkAddress,
  checkLogin,
  checkPasswordChange,
  checkPasswordReset,
  checkProfile,
  checkRegistration,
} from './checks.ts'

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
  const empty = { email: ' ', password: '' }
  expect(underFields(checkLogin(empty), empty)).toEqual({
    email: 'E-posta adresinizi yazın',
    password: 'Şifrenizi yazın',
  })
  const wrong = { email: 'ipek', password: '' }
  expect(underFields(checkLogin(wrong), wrong).email).toBe('Geçerli bir e-posta adresi girin')
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

describe('a profile', () => {
  const profile = { firstName: 'İpek', lastName: 'Işık', email: '', currentPassword: '' }

  test('needs a whole name', () => {
    const missing = 'Ad ve soyad alanları zorunludur'
    expect(checkProfile({ ...profile, firstName: ' ', lastName: '' }, false)).toEqual({
      firstName: missing,
      lastName: missing,
    })
  })

  test('needs a good address and the password only when the address is to change', () => {
    expect(checkProfile(profile, false)).toEqual({})
    expect(checkProfile(profile, true)).toEqual({
      email: 'Lütfen email adresinizi girin.',
      currentPassword: 'Mevcut şifrenizi girin',
    })
    expect(checkProfile({ ...profile, email: values.email, currentPassword: 'x' }, true)).toEqual({})
  })
})

describe('a new password', () => {
  const chosen = { currentPassword: 'gizli1', newPassword: 'gizli2', confirmPassword: 'gizli2' }

  test('needs the present one and is written twice', () => {
    expect(checkPasswordChange(chosen)).toEqual({})
    expect(checkPasswordChange({ currentPassword: '', newPassword: '', confirmPassword: 'x' })).toEqual({
      currentPassword: 'Mevcut şifrenizi girin',
      newPassword: 'Yeni şifrenizi girin',
      confirmPassword: 'Şifreler eşleşmiyor',
    })
  })

  test('by a link in a mail needs no present one', () => {
    expect(checkPasswordReset(chosen)).toEqual({})
    expect(checkPasswordReset({ newPassword: 'gizli', confirmPassword: 'x' })).toEqual({
      newPassword: 'Şifre en az 6 karakter olmalıdır.',
      confirmPassword: 'Şifreler eşleşmiyor.',
    })
  })
})

test('an address to be saved has a title, a name, a phone and a place', () => {
  const empty = { title: '', firstName: '', lastName: '', phone: '', address: '', city: '', postalCode: '1' }
  const places = { district: 'ş'.repeat(81), neighbourhood: '' }
  const wrong = checkAddress({ ...empty, ...places })
  expect(Object.keys(wrong)).toEqual([
    'title',
    'firstName',
    'lastName',
    'phone',
    'city',
    'district',
    'postalCode',
    'address',
  ])
  expect(wrong).toMatchObject({
    title: 'Adrese bir ad verin',
    city: 'İl seçin',
    postalCode: 'Posta kodu 5 rakamdır',
  })
})
