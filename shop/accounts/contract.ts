import { z } from 'zod'
import { toE164 } from '../checkout/phone.ts'
import { provinces } from '../checkout/provinces.ts'

const missing = 'E-posta ve şifre alanları zorunludur'
const missingName = 'Ad ve soyad alanları zorunludur'
const missingEmail = 'Lütfen email adresinizi girin.'

const placeholderRefused = 'Test e-posta adresleri kabul edilmez. Lütfen gerçek e-posta adresinizi kullanın.'

/** Addresses that people type to try a form; nobody reads mail there. */
const placeholders = ['test@test.com', 'test@example.com', 'example@example.com', 'deneme@deneme.com']

// Lower-cased without a locale: in Turkish, 'INFO@' would become 'ınfo@'. The shape allows ASCII letters only.
const email = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(254, { error: 'Geçerli bir e-posta adresi girin', abort: true })
    .regex(z.regexes.email, { error: 'Geçerli bir e-posta adresi girin', abort: true })
    .toLowerCase()

const password = (missing: string, short: string) =>
  z.string(missing).min(1, { error: missing, abort: true }).min(6, short).max(128, 'Şifre en çok 128 karakter olabilir')

const name = z
  .string(missingName)
  .trim()
  .min(1, { error: missingName, abort: true })
  .max(80, 'Ad ve soyad en çok 80 karakter olabilir')
  .regex(/^\P{Cc}*$/u, 'Ad ve soyad geçersiz karakter içeriyor')

export const Registration = z.object({
  firstName: name,
  lastName: name,
  email: email(missing).refine((value) => !placeholders.includes(value), {
    error: placeholderRefused,
  }),
  password: password(missing, 'Şifre en az 6 karakter olmalıdır'),
})
export type Registration = z.infer<typeof Registration>

/** The registration as typed: with what only the form asks. */
export const RegistrationForm = Registration.extend({
  confirmPassword: z.string(),
  acceptTerms: z.literal(true, 'Kullanım şartlarını ve gizlilik politikasını kabul etmelisiniz'),
  acceptEmailRules: z.literal(true, 'Email kısıtlamalarını kabul etmelisiniz'),
}).refine((form) => form.password === form.confirmPassword, {
  error: 'Şifreler eşleşmiyor',
  path: ['confirmPassword'],
  when: ({ value }) => typeof value === 'object' && value !== null,
})

export const Login = z.object({
  email: email(missing),
  password: z.string(missing).min(1, missing),
})
export type Login = z.infer<typeof Login>

/** For a new verification link or a forgotten password. */
export const EmailOnly = z.object({ email: email(missingEmail) })

const resetTokenMissing = 'Geçersiz şifre sıfırlama linki. Token bulunamadı.'

export const PasswordReset = z
  .object({
    token: z.string(resetTokenMissing).min(1, resetTokenMissing),
    newPassword: password('Şifre en az 6 karakter olmalıdır.', 'Şifre en az 6 karakter olmalıdır.'),
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

const currentPassword = z
  .string('Mevcut şifrenizi girin')
  .min(1, 'Mevcut şifrenizi girin')
  .max(128, 'Mevcut şifreniz hatalı')

/** What is left out stays as it is. */
export const ProfileChange = z.object({
  firstName: name.optional(),
  lastName: name.optional(),
  email: email(missingEmail)
    .refine((value) => !placeholders.includes(value), { error: placeholderRefused })
    .optional(),
  currentPassword: currentPassword.optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const PasswordChange = z
  .object({
    currentPassword,
    newPassword: password('Yeni şifrenizi girin', 'Şifre en az 6 karakter olmalıdır'),
    confirmPassword: z.string().optional(),
  })
  .refine((form) => form.confirmPassword === undefined || form.newPassword === form.confirmPassword, {
    error: 'Şifreler eşleşmiyor',
    path: ['confirmPassword'],
  })
export type PasswordChange = z.infer<typeof PasswordChange>

export const AccountDeletion = z.object({ password: currentPassword })

const line = (missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, `En çok ${max} karakter yazabilirsiniz`)
    .regex(/^\P{Cc}*$/u, 'Geçersiz karakter içeriyor')

export const Address = z.object({
  title: line('Adrese bir ad verin', 40),
  firstName: line('Ad gerekli', 80),
  lastName: line('Soyad gerekli', 80),
  phone: z
    .string('Telefon gerekli')
    .trim()
    .min(1, { error: 'Telefon gerekli', abort: true })
    .max(30, 'Geçerli bir telefon numarası girin')
    .transform((value, check) => {
      const phone = toE164(value)
      if (!phone)
        check.issues.push({ code: 'custom', message: 'Telefonu 0XXX XXX XX XX biçiminde yazın', input: value })
      return phone ?? ''
    }),
  address: z
    .string('Adres gerekli')
    .trim()
    .min(1, { error: 'Adres gerekli', abort: true })
    .min(10, 'Adresi mahalle, sokak ve kapı numarasıyla yazın')
    .max(500, 'En çok 500 karakter yazabilirsiniz')
    .regex(/^(\P{Cc}|[\r\n\t])*$/u, 'Geçersiz karakter içeriyor'),
  city: z.string('Şehir seçin').refine((value) => provinces.includes(value), 'Şehir seçin'),
  postalCode: z
    .string()
    .trim()
    // Turkish postal codes begin with the number of the province, 01 to 81.
    .regex(/^((0[1-9]|[1-7]\d|8[01])\d{3})?$/, 'Posta kodu 5 rakamdır')
    .nullish()
    .transform((value) => value || null),
  isDefault: z.boolean('Varsayılan adres seçimi geçersiz').optional(),
})
export type Address = z.infer<typeof Address>

export const MailPreferences = z.object({
  marketing: z.boolean('Tercihinizi seçin'),
  /** Of the text that was agreed to, as GET gave it. */
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
  'role-changed',
  'sessions-ended',
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
