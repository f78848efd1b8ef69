import { isGuessable, isMadeOfNumbered } from '../shop/accounts/passwords/guessable.ts'
import { isOverTheNetInClear } from '../shop/setting.ts'

type Given = {
  AUTH_SECRET?: string | undefined
  ADMIN_EMAIL?: string | undefined
  ADMIN_PASSWORD?: string | undefined
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  SHOP_NAME: string
}

/**
 * A live shop takes real money and sends real mail: what of the demo is left, is missing or is weak, one line each.
 * `ownSecret`: the one beside the data will do, as nobody is there who could set another.
 */
export function findLiveProblems(s: Given, ofProvider: string[], { ownSecret = false } = {}): string[] {
  const problems = [...ofProvider]
  for (const name of ['SMTP_URL', 'PUBLIC_URL', 'AUTH_SECRET'] as const)
    if (!s[name] && !(name === 'AUTH_SECRET' && ownSecret)) problems.push(`${name} is missing`)
  return [...problems, ...findWeakSettings(s)]
}

function findWeakSettings(s: Given): string[] {
  const problems: string[] = []
  if (s.AUTH_SECRET && !isVaried(s.AUTH_SECRET)) {
    problems.push('AUTH_SECRET repeats itself and can be guessed; make one with openssl rand -base64 32')
  }
  if (s.ADMIN_PASSWORD && isWeak(s.ADMIN_PASSWORD, s)) {
    problems.push(
      'ADMIN_PASSWORD is one that is guessed first; choose another, or leave both out once the admin exists',
    )
  }
  if (s.PUBLIC_URL && isOverTheNetInClear(s.PUBLIC_URL)) {
    problems.push('PUBLIC_URL is not https: passwords and addresses would go over the net in the clear')
  }
  if (s.SMTP_URL && /[?&](tls\.)?rejectUnauthorized=false/i.test(s.SMTP_URL)) {
    problems.push('SMTP_URL takes anybody for the mail server (rejectUnauthorized=false)')
  }
  return problems
}

/** Random text of 32 characters has far more than ten different ones, and no part that makes up the whole. */
function isVaried(secret: string): boolean {
  return new Set(secret).size >= 10 && `${secret}${secret}`.indexOf(secret, 1) === secret.length
}

function isWeak(password: string, { ADMIN_EMAIL = '', SHOP_NAME }: Given): boolean {
  const [name = ''] = ADMIN_EMAIL.split('@')
  return isGuessable(password) || isMadeOfNumbered([ADMIN_EMAIL, name, SHOP_NAME, 'butik', 'admin'], password)
}
