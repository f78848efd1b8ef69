import type { Wrong } from '#app/ui/form.ts'

type LoginValues = { email: string; password: string }
export type RegisterValues = LoginValues & { firstName: string; lastName: string; passwordAgain: string }

export const shortestPassword = 6

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export function isEmail(text: string): boolean {
  return email.test(text.trim())
}

/** What is wrong with a login, in the order in which it is said. */
export function checkLogin(values: LoginValues): Wrong<keyof LoginValues> {
  const wrong: Wrong<keyof LoginValues> = {}
  for (const name of ['email', 'password'] as const) {
    if (values[name].trim() === '') wrong[name] = 'E-posta ve şifre alanları zorunludur'
  }
  if (!wrong.email && !isEmail(values.email)) wrong.email = 'Geçerli bir e-posta adresi girin'
  return wrong
}

/** What is wrong with a registration. */
export function checkRegistration(
  values: RegisterValues,
  accepted: { terms: boolean; realEmail: boolean },
): Wrong<keyof RegisterValues | 'terms' | 'realEmail'> {
  const wrong: Wrong<keyof RegisterValues | 'terms' | 'realEmail'> = {}
  for (const name of ['firstName', 'lastName'] as const) {
    if (values[name].trim() === '') wrong[name] = 'Ad ve soyad alanları zorunludur'
  }
  Object.assign(wrong, checkLogin(values))
  if (!wrong.password && values.password.length < shortestPassword) {
    wrong.password = 'Şifre en az 6 karakter olmalıdır'
  }
  if (values.password !== values.passwordAgain) wrong.passwordAgain = 'Şifreler eşleşmiyor'
  if (!accepted.terms) wrong.terms = 'Kullanım şartlarını ve gizlilik politikasını kabul etmelisiniz'
  if (!accepted.realEmail) wrong.realEmail = 'Email kısıtlamalarını kabul etmelisiniz'
  return wrong
}
