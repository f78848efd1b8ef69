/** Senders of mail that Turkish boutiques use, with what they ask of a domain; from the help pages of each, November 2026. */
export type MailPreset = {
  id: string
  name: string
  host: string
  port: number
  /** The user name to type, and where to get the password. */
  user: string
  password: string
  /** The part of the SPF record that names it. */
  spf: string | null
  /** Names under which it usually keeps its DKIM key; empty where each customer has another. */
  dkim: readonly string[]
}

export const mailPresets: readonly MailPreset[] = [
  {
    id: 'google',
    name: 'Google Workspace / Gmail',
    host: 'smtp.gmail.com',
    port: 465,
    user: 'Tam e-posta adresiniz',
    password: 'Google hesabında Güvenlik → Uygulama şifreleri’nden alınan 16 harfli şifre',
    spf: 'include:_spf.google.com',
    dkim: ['google'],
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365 / Outlook',
    host: 'smtp.office365.com',
    port: 587,
    user: 'Tam e-posta adresiniz',
    password: 'Hesabın şifresi; yönetim merkezinde “Kimliği doğrulanmış SMTP” açık olmalı',
    spf: 'include:spf.protection.outlook.com',
    dkim: ['selector1', 'selector2'],
  },
  {
    id: 'yandex',
    name: 'Yandex 360',
    host: 'smtp.yandex.com.tr',
    port: 465,
    user: 'Tam e-posta adresiniz',
    password: 'Yandex ID → Güvenlik → Uygulama şifreleri’nden alınan şifre',
    spf: 'include:_spf.yandex.net',
    dkim: ['mail'],
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    host: 'smtp.zoho.eu',
    port: 465,
    user: 'Tam e-posta adresiniz',
    password: 'Hesabın şifresi; iki adımlı giriş açıksa uygulama şifresi',
    spf: 'include:zohomail.eu',
    dkim: ['zmail', 'zoho'],
  },
  {
    id: 'brevo',
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    user: 'Brevo’da SMTP & API sayfasındaki giriş adı',
    password: 'Aynı sayfadaki SMTP anahtarı',
    spf: 'include:spf.brevo.com',
    dkim: ['brevo1', 'brevo2', 'mail'],
  },
  {
    id: 'ses',
    name: 'Amazon SES (Frankfurt)',
    host: 'email-smtp.eu-central-1.amazonaws.com',
    port: 587,
    user: 'SES → SMTP settings’te oluşturulan kullanıcı adı',
    password: 'Onunla verilen şifre',
    spf: 'include:amazonses.com',
    dkim: [],
  },
  {
    id: 'natro',
    name: 'Natro',
    host: 'mail.kurumsaleposta.com',
    port: 587,
    user: 'Tam e-posta adresiniz',
    password: 'E-posta kutusunun şifresi',
    spf: 'include:_spf.kurumsaleposta.com',
    dkim: [],
  },
  {
    id: 'turhost',
    name: 'Turhost, Güzel Hosting ya da cPanel’li barındırma',
    host: '',
    port: 465,
    user: 'Tam e-posta adresiniz',
    password: 'E-posta kutusunun şifresi; sunucu adresi cPanel → E-posta Hesapları → Cihazları Bağla’da yazar',
    spf: null,
    dkim: ['default'],
  },
  {
    id: 'other',
    name: 'Başka bir sunucu',
    host: '',
    port: 587,
    user: 'Sunucunuzun verdiği kullanıcı adı',
    password: 'Sunucunuzun verdiği şifre',
    spf: null,
    dkim: [],
  },
]

/** The preset of a server, whatever its port. */
export function presetOf(host: string): MailPreset | undefined {
  return mailPresets.find((preset) => preset.host !== '' && preset.host === host)
}
