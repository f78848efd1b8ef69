import { getUser } from '../accounts/users.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { testMailOf } from '../desk/test-mail.ts'
import { invalid, ShopError } from '../errors.ts'
import { takeLimit } from '../limits.ts'
import { isNear, openTransport } from '../mail/transport.ts'
import { findSender } from '../settings/sender.ts'
import { requireOpen, saveServerSettings } from '../settings/server/saved.ts'
import { seconds } from '../time.ts'
import type { MailServer } from './contract.ts'

/** Tries a mail server with its user and password, and saves it once it takes them. INVALID with the server's own words. */
export async function saveMailServer(ctx: Ctx, server: MailServer): Promise<void> {
  const userId = requireRight(ctx, 'settings')
  requireOpen(ctx, ['SMTP_URL'])
  if (!isNear(server.host) && (server.user === '' || server.password === ''))
    throw invalid({ [server.user === '' ? 'user' : 'password']: ['Kullanıcı adını ve şifreyi yazın'] })
  await takeLimit(ctx, { key: `setup-mail:${userId}`, limit: 20, windowSeconds: 3600 })
  const url = urlOf(server)
  const transport = await openTransport(url, seconds(10))
  try {
    await transport.verify()
  } catch (error) {
    throw refusalOf(error, server)
  } finally {
    transport.close()
  }
  await saveServerSettings(ctx, { SMTP_URL: url })
}

function urlOf({ host, port, user, password }: MailServer): string {
  // Port 465 speaks TLS from its first byte; the others begin in the clear and change to it.
  const url = new URL(`${port === 465 ? 'smtps' : 'smtp'}://${host}:${port}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url.href
}

function refusalOf(error: unknown, { host, port }: MailServer): ShopError {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const words = wordsOf(error)
  if (code === 'EAUTH') {
    const advice = 'Kullanıcı adını ve şifreyi kontrol edin; iki adımlı giriş açıksa uygulama şifresi gerekir'
    return invalid({ password: [`${host} girişi kabul etmedi (“${words}”). ${advice}`] })
  }
  if (code === 'ETLS' || /certificate|TLS|SSL/i.test(words))
    return invalid({ port: [`${host} bu portta güvenli bağlantı sunmuyor (“${words}”); 465 ya da 587’yi deneyin`] })
  return invalid({ host: [`${host}:${port} adresine bağlanılamadı (“${words}”); adresi ve portu kontrol edin`] })
}

/** Sends a mail to the asking admin at once, and gives the server's own answer. CONFLICT with it where that is a refusal. */
export async function sendTestMail(ctx: Ctx): Promise<{ to: string; answer: string }> {
  requireRight(ctx, 'settings')
  const { id, email } = await getUser(ctx)
  const { smtpUrl } = ctx.config
  if (!smtpUrl) throw new ShopError('CONFLICT', 'Önce e-posta sunucunuzu kaydedin; deneme e-postası onunla gönderilir.')
  await takeLimit(ctx, { key: `test-mail:${id}`, limit: 10, windowSeconds: 3600 })
  const { subject, html, text } = await testMailOf(ctx)
  const transport = await openTransport(smtpUrl, seconds(15))
  try {
    const message = {
      from: await findSender(ctx),
      to: email,
      subject,
      html,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    const { response } = await transport.sendMail(message)
    return { to: email, answer: response.slice(0, 300) }
  } catch (error) {
    const advice = 'Gönderen adresinizin bu hesaba ait olduğunu kontrol edin'
    throw new ShopError('CONFLICT', `E-posta sunucusu almadı: “${wordsOf(error)}”. ${advice}.`)
  } finally {
    transport.close()
  }
}

function wordsOf(error: unknown): string {
  const words =
    error instanceof Error ? ('response' in error && error.response ? String(error.response) : error.message) : ''
  return words.replace(/\s+/g, ' ').trim().slice(0, 200)
}
