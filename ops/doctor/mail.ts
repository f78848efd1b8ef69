import type { Env } from '#env'
import { openTransport } from '#shop/mail/transport.ts'
import { seconds } from '#shop/time.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, warning, wrong } = about('mail')

/** Connects, greets and logs in as for a mail, and sends none. */
export async function checkMail(env: Env): Promise<Finding[]> {
  if (!env.smtpUrl) return [warning('no SMTP_URL: mails are only written to files in DATA_DIR/mail')]
  const { hostname, port, username } = new URL(env.smtpUrl)
  const where = `${hostname}${port ? `:${port}` : ''}`
  const transport = await openTransport(env.smtpUrl, seconds(10))
  try {
    await transport.verify()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EAUTH') return [wrong(`${where} refuses the user or password of SMTP_URL: ${reasonOf(error)}`)]
    if (/certificate|altname/i.test(reasonOf(error)))
      return [
        wrong(
          `${where} shows a certificate that cannot be trusted: ${reasonOf(error)}; use the name that it stands for, or tell Node who signed it (NODE_EXTRA_CA_CERTS)`,
        ),
      ]
    if (code === 'ETLS') return [wrong(`${where} offers no TLS that can be trusted: ${reasonOf(error)}`)]
    return [wrong(`cannot talk to ${where} (SMTP_URL): ${reasonOf(error)}; look at host, port and the firewall`)]
  } finally {
    transport.close()
  }
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  if (!username && !local) return [warning(`${where} takes mails without a password; most deliver them as spam`)]
  return [ok(`${where} greets${username ? ' and takes the login' : ''}`)]
}
