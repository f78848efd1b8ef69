import { z } from 'zod'
import { cityText, districtText, emailText, phoneText, postalCodeText, ruledText } from '../fields/contract.ts'
import { addressLength, checkStreet } from '../fields/postal-address.ts'
import { checkFirstName, checkLastName, checkOwnName, nameLength, passwordLength, type Rule } from '../fields/rules.ts'
import {
  checkChangedEmail,
  checkChangedPassword,
  checkCurrentPassword,
  checkLinkEmail,
  checkLoginEmail,
  checkLoginPassword,
  checkRegistrationEmail,
  checkRegistrationPassword,
  checkResetPassword,
  checkTitle,
  titleLength,
} from './checks.ts'

const asTyped = (text: string) => text
const password = (rule: Rule) =>
  ruledText(rule, { minLength: passwordLength.min, maxLength: passwordLength.max }, asTyped)
const name = (rule: Rule) => ruledText(rule, { minLength: 1, maxLength: nameLength })

export const Registration = z.object({
  firstName: name(checkOwnName),
  lastName: name(checkOwnName),
  email: emailText(checkRegistrationEmail),
  password: password(checkRegistrationPassword),
})
export type Registration = z.infer<typeof Registration>

export const Login = z.object({
  email: emailText(checkLoginEmail),
  password: ruledText(checkLoginPassword, { minLength: 1 }, asTyped),
})
export type Login = z.infer<typeof Login>

/** For a new verification link or a forgotten password. */
export const EmailOnly = z.object({ email: emailText(checkLinkEmail) })

const resetTokenMissing = 'Geçersiz şifre sıfırlama linki. Token bulunamadı.'

export const PasswordReset = z
  .object({
    token: z.string(resetTokenMissing).min(1, resetTokenMissing),
    newPassword: password(checkResetPassword),
    confirmPassword: z.string('Şifreler eşleşmiyor.'),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    error: 'Şifreler eşleşmiyor.',
    path: ['confirmPassword'],
  })
export type PasswordReset = z.infer<typeof PasswordReset>

const verifyTokenMissing = 'Geçersiz doğrulama linki. Token bulunamadı.'
export const Verification = z.object({ token: z.string(verifyTokenMissing).min(1, verifyTokenMissing) })

const refreshTokenMissing = 'Oturum bilgisi eksik, lütfen yeniden giriş yapın.'
export const Refresh = z.object({ refreshToken: z.string(refreshTokenMissing).min(1, refreshTokenMissing) })

const currentPassword = ruledText(checkCurrentPassword, { minLength: 1 }, asTyped).max(
  passwordLength.max,
  'Mevcut şifreniz hatalı',
)

/** A field that is left out stays as it is. */
export const ProfileChange = z.object({
  firstName: name(checkOwnName).optional(),
  lastName: name(checkOwnName).optional(),
  email: emailText(checkChangedEmail).optional(),
  currentPassword: currentPassword.optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const PasswordChange = z
  .object({
    currentPassword,
    newPassword: password(checkChangedPassword),
    confirmPassword: z.string().optional(),
  })
  .refine((form) => form.confirmPassword === undefined || form.newPassword === form.confirmPassword, {
    error: 'Şifreler eşleşmiyor',
    path: ['confirmPassword'],
  })
export type PasswordChange = z.infer<typeof PasswordChange>

export const AccountDeletion = z.object({ password: currentPassword })

export const Address = z.object({
  title: ruledText(checkTitle, { minLength: 1, maxLength: titleLength }),
  firstName: name(checkFirstName),
  lastName: name(checkLastName),
  phone: phoneText,
  address: ruledText(checkStreet, { minLength: addressLength.min, maxLength: addressLength.max }),
  city: cityText,
  district: districtText,
  neighbourhood: districtText,
  postalCode: postalCodeText,
  isDefault: z.boolean('Varsayılan adres seçimi geçersiz').optional(),
})
export type Address = z.infer<typeof Address>

export const MailPreferences = z.object({
  marketing: z.boolean('Tercihinizi seçin'),
  /** The version of the text that was agreed to, as GET gave it. */
  textVersion: z.string().max(100).optional(),
})
export type MailPreferences = z.infer<typeof MailPreferences>

const securityKinds = [
  'account-created',
  'account-deleted',
  'data-exported',
  'email-change-requested',
  'email-changed',
  'login',
  'login-failed',
  'login-limited',
  'logout',
  'password-changed',
  'password-check-failed',
  'password-reset',
  'password-reset-requested',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
  'role-changed',
  'second-step-failed',
  'second-step-off',
  'second-step-on',
  'second-step-reset',
  'sessions-ended',
  'staff-invited',
  'token-reused',
] as const
export const SecurityKind = z.enum(securityKinds, 'Olay türü geçersiz')
export type SecurityKind = z.infer<typeof SecurityKind>

export const SecurityQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  kind: SecurityKind.optional(),
  q: z.string().trim().max(200).optional(),
})
export type SecurityQuery = z.infer<typeof SecurityQuery>
