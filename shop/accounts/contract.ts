import { z } from 'zod'

const missing = 'E-posta ve şifre alanları zorunludur'
const missingName = 'Ad ve soyad alanları zorunludur'
const missingEmail = 'Lütfen email adresinizi girin.'

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
    error: 'Test e-posta adresleri kabul edilmez. Lütfen gerçek e-posta adresinizi kullanın.',
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
