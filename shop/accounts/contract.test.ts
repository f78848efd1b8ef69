import { describe, expect, test } from 'vitest'
import { Login, PasswordReset, Registration } from './contract.ts'

const good = { firstName: ' İpek ', lastName: 'Işık', email: ' Ipek@Posta.Example ', password: 'gizli1' }

function sentences(result: ReturnType<typeof Registration.safeParse>) {
  return result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])
}

describe('Registration', () => {
  test('trims names, lower-cases the address without a locale and drops what it does not know', () => {
    expect(Registration.parse({ ...good, role: 'ADMIN', id: '1' })).toEqual({
      firstName: 'İpek',
      lastName: 'Işık',
      email: 'ipek@posta.example',
      password: 'gizli1',
    })
  })

  test('says one sentence for each field', () => {
    expect(sentences(Registration.safeParse({}))).toEqual([
      ['firstName', 'Ad ve soyad alanları zorunludur'],
      ['lastName', 'Ad ve soyad alanları zorunludur'],
      ['email', 'E-posta ve şifre alanları zorunludur'],
      ['password', 'E-posta ve şifre alanları zorunludur'],
    ])
    expect(sentences(Registration.safeParse({ firstName: ' ', lastName: '', email: '  ', password: '' }))).toEqual([
      ['firstName', 'Ad ve soyad alanları zorunludur'],
      ['lastName', 'Ad ve soyad alanları zorunludur'],
      ['email', 'E-posta ve şifre alanları zorunludur'],
      ['password', 'E-posta ve şifre alanları zorunludur'],
    ])
    expect(sentences(Registration.safeParse({ ...good, email: 'ipek', password: '12345' }))).toEqual([
      ['email', 'Geçerli bir e-posta adresi girin'],
      ['password', 'Şifre en az 6 karakter olmalıdır'],
    ])
  })

  test('takes no name that would carry an advertisement into our mails', () => {
    for (const firstName of ['https://ucuz.example', 'Kazandınız www.ucuz', 'ucuz.example adresine', 'a@b']) {
      expect(sentences(Registration.safeParse({ ...good, firstName })), firstName).toEqual([
        ['firstName', 'Ad ve soyad bağlantı veya adres içeremez'],
      ])
    }
    for (const firstName of ['M. Ali', 'M.Ali', 'Ayşe-Nur', "D'Angelo", 'İpek (Işık)', '小红']) {
      expect(Registration.parse({ ...good, firstName }).firstName).toBe(firstName)
    }
  })

  test('takes any password of 6 to 128 characters', () => {
    for (const password of ['şifrem', ' '.repeat(6), 'a'.repeat(128), 'parola🌹parola']) {
      expect(Registration.parse({ ...good, password }).password).toBe(password)
    }
    expect(Registration.safeParse({ ...good, password: 'a'.repeat(129) }).success).toBe(false)
  })

  test('refuses placeholder addresses however they are written', () => {
    const placeholder = 'Test e-posta adresleri kabul edilmez. Lütfen gerçek e-posta adresinizi kullanın.'
    for (const email of [
      'test@test.com',
      'TEST@Test.COM',
      ' test@example.com',
      'example@example.com',
      'DENEME@deneme.com',
    ]) {
      expect(sentences(Registration.safeParse({ ...good, email })), email).toEqual([['email', placeholder]])
    }
    for (const email of [
      'deneme@denemе.com',
      'TEST@TEST.COM\u0307',
      'example@EXAMPLE.COM\u0000',
      'deneme@denıeme.com',
    ]) {
      expect(Registration.safeParse({ ...good, email }).success, email).toBe(false)
    }
  })

  test('refuses addresses with Turkish letters, that would fold to others', () => {
    for (const email of ['İnfo@posta.example', 'ınfo@posta.example', 'a@maİlinator.com', 'a@maılinator.com']) {
      expect(sentences(Registration.safeParse({ ...good, email }))).toEqual([
        ['email', 'Geçerli bir e-posta adresi girin'],
      ])
    }
  })

  test('refuses control characters in names', () => {
    for (const firstName of ['Ay\u0000şe', 'Ayşe\r\nBcc: a@b.example']) {
      expect(Registration.safeParse({ ...good, firstName }).success).toBe(false)
    }
  })

  test('refuses a million letters, which would take longer than a test may if each were looked at from all before it', () => {
    const long = { ...good, email: `${'a.'.repeat(500_000)}@${'b-'.repeat(500_000)}` }
    expect(Registration.safeParse(long).success).toBe(false)
    const login = { email: `${'a'.repeat(1_000_000)}@`, password: 'x'.repeat(1_000_000) }
    expect(Login.safeParse(login).success).toBe(false)
  })
})

test('PasswordReset wants the same password twice', () => {
  const message = (input: unknown) => PasswordReset.safeParse(input).error?.issues[0]?.message
  expect(message({ token: 'a', newPassword: 'gizli1', confirmPassword: 'gizli2' })).toBe('Şifreler eşleşmiyor.')
  expect(message({ token: 'a', newPassword: 'gizli', confirmPassword: 'gizli' })).toBe(
    'Şifre en az 6 karakter olmalıdır.',
  )
  expect(message({ newPassword: 'gizli1', confirmPassword: 'gizli1' })).toBe(
    'Geçersiz şifre sıfırlama linki. Token bulunamadı.',
  )
})
