import { checkPhone } from '../fields/phone.ts'
import { checkPostalFields, type PostalFields } from '../fields/postal-address.ts'
import {
  checkFirstName,
  checkLastName,
  checkOwnName,
  emailRule,
  errorsOf,
  type FieldErrors,
  lineRule,
  newPasswordRule,
  ownEmailRule,
} from '../fields/rules.ts'

/** The rules of an account's forms; the contract refuses the same, field by field. */

const missingLogin = 'E-posta ve şifre alanları zorunludur'
const missingEmail = 'Lütfen email adresinizi girin.'

export const checkLoginEmail = emailRule(missingLogin)
export const checkLoginPassword = (text: string) => (text === '' ? missingLogin : undefined)
/** For a new verification link or a forgotten password. */
export const checkLinkEmail = emailRule(missingEmail)
export const checkRegistrationEmail = ownEmailRule(missingLogin)
export const checkRegistrationPassword = newPasswordRule(missingLogin)
export const checkChangedEmail = ownEmailRule(missingEmail)
export const checkChangedPassword = newPasswordRule('Yeni şifrenizi girin')
export const checkCurrentPassword = (text: string) => (text === '' ? 'Mevcut şifrenizi girin' : undefined)

const shortReset = 'Şifre en az 6 karakter olmalıdır.'
export const checkResetPassword = newPasswordRule(shortReset, shortReset)

type LoginValues = { email: string; password: string }

/** Returns the errors of a login, in the order in which they are shown. */
export function checkLogin({ email, password }: LoginValues): FieldErrors<keyof LoginValues> {
  return errorsOf({ email: checkLoginEmail(email), password: checkLoginPassword(password) })
}

export type RegisterValues = LoginValues & { firstName: string; lastName: string; passwordAgain: string }

export function checkRegistration(values: RegisterValues, accepted: { terms: boolean; realEmail: boolean }) {
  return errorsOf({
    firstName: checkOwnName(values.firstName),
    lastName: checkOwnName(values.lastName),
    email: checkRegistrationEmail(values.email),
    password: checkRegistrationPassword(values.password),
    passwordAgain: values.password === values.passwordAgain ? undefined : 'Şifreler eşleşmiyor',
    terms: accepted.terms ? undefined : 'Kullanım şartlarını ve gizlilik politikasını kabul etmelisiniz',
    realEmail: accepted.realEmail ? undefined : 'Email kısıtlamalarını kabul etmelisiniz',
  })
}

type ProfileValues = { firstName: string; lastName: string; email: string; currentPassword: string }

/** The password is asked for only when the address is to change. */
export function checkProfile({ firstName, lastName, email, currentPassword }: ProfileValues, newEmail: boolean) {
  return errorsOf({
    firstName: checkOwnName(firstName),
    lastName: checkOwnName(lastName),
    email: newEmail ? checkChangedEmail(email) : undefined,
    currentPassword: newEmail ? checkCurrentPassword(currentPassword) : undefined,
  })
}

type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

export function checkPasswordChange({ currentPassword, newPassword, confirmPassword }: PasswordValues) {
  return errorsOf({
    currentPassword: checkCurrentPassword(currentPassword),
    newPassword: checkChangedPassword(newPassword),
    confirmPassword: newPassword === confirmPassword ? undefined : 'Şifreler eşleşmiyor',
  })
}

export function checkPasswordReset({ newPassword, confirmPassword }: Omit<PasswordValues, 'currentPassword'>) {
  return errorsOf({
    newPassword: checkResetPassword(newPassword),
    confirmPassword: newPassword === confirmPassword ? undefined : 'Şifreler eşleşmiyor.',
  })
}

export type AddressFields = PostalFields & Record<'title' | 'firstName' | 'lastName' | 'phone', string>

export const titleLength = 40
export const checkTitle = lineRule('Adrese bir ad verin', titleLength)

/** Returns the errors of an address to be saved, in the order of the form. */
export function checkAddress(values: AddressFields): FieldErrors<keyof AddressFields> {
  return {
    ...errorsOf({
      title: checkTitle(values.title),
      firstName: checkFirstName(values.firstName),
      lastName: checkLastName(values.lastName),
      phone: checkPhone(values.phone),
    }),
    ...checkPostalFields(values),
  }
}
