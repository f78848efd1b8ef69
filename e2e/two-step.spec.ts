import { spawnSync } from 'node:child_process'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { codeAt } from '../test/accounts/app-code.ts'
import { expectSignedIn, password, signInAsNewCustomer } from './customer.ts'
import { dataDir, port } from './settings.ts'
import { expect, test } from './shop.ts'

/** Passkeys belong to names: on one's own machine to this one. */
const shop = `http://localhost:${port}`

type Credential = Extract<Parameters<CDPSession['send']>[1], { credential: unknown }>['credential']

/** A device that keeps passkeys, and that its owner unlocks without a word. */
async function withAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    credential: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials[0],
    take: (credential: Credential) => browser.send('WebAuthn.addCredential', { authenticatorId, credential }),
  }
}

async function openSecurity(page: Page): Promise<Locator> {
  await page.goto(`${shop}/ust-giyim`)
  await page.getByRole('button', { name: 'Ayşe Yılmaz' }).click()
  const panel = page.getByRole('dialog', { name: 'Hesabım' })
  await panel.getByRole('tab', { name: 'Kullanıcı Ayarları' }).click()
  await panel.getByRole('heading', { name: 'Giriş güvenliği' }).click()
  return panel
}

async function typePassword(page: Page, email: string): Promise<Locator> {
  await page.goto(`${shop}/ust-giyim`)
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  const login = page.getByRole('dialog', { name: 'Hesabınız' })
  await login.getByLabel('E-posta').fill(email)
  await login.getByLabel('Şifre', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Giriş yap' }).last().click()
  await expect(login.getByRole('heading', { name: 'Son bir adım' })).toBeVisible()
  return login
}

test('an app, a passkey and recovery codes guard an account, and what the panel does with people is asked again', async ({
  page: first,
  browser,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(first, email)
  const authenticator = await withAuthenticator(first)
  const account = await openSecurity(first)
  await account.getByRole('button', { name: 'Doğrulama uygulamasını kur' }).click()
  const setUp = first.getByRole('dialog', { name: 'Doğrulama uygulamasını kurun' })
  await setUp.getByLabel('Mevcut şifre').fill(password)
  await setUp.getByRole('button', { name: 'Devam et' }).click()
  await expect(setUp.getByRole('img', { name: /QR kod/ })).toBeVisible()
  await setUp.getByText('Kareyi okutamıyor musunuz?').click()
  const secret = (await setUp.locator('p.select-all').innerText()).replaceAll(' ', '')
  await checkAccessibility('setting an app up')
  await setUp.getByLabel('Doğrulama kodu').fill('000000')
  await setUp.getByRole('button', { name: 'Aç', exact: true }).click()
  await expect(setUp.getByText(/Kod hatalı/)).toBeVisible()
  await setUp.getByLabel('Doğrulama kodu').fill(codeAt(secret, new Date()))
  await setUp.getByRole('button', { name: 'Aç', exact: true }).click()
  const codes = account.getByRole('listitem').filter({ hasText: /^[0-9A-Z]{4}-/ })
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await checkAccessibility('recovery codes')
  await account.getByRole('button', { name: 'Kodlarımı sakladım' }).click()

  await account.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click()
  const adding = first.getByRole('dialog', { name: 'Geçiş anahtarı ekleyin' })
  await adding.getByLabel('Adı').fill('Telefonum')
  await adding.getByLabel('Mevcut şifre').fill(password)
  await adding.getByRole('button', { name: 'Devam et' }).click()
  await expect(account.getByRole('button', { name: 'Kaldır: Telefonum' })).toBeVisible()
  await checkAccessibility('two-step login that is on')

  // Elsewhere the password alone is not enough; a recovery code is.
  const other = await browser.newContext({ viewport: first.viewportSize(), locale: 'tr-TR' })
  const elsewhere = await other.newPage()
  const login = await typePassword(elsewhere, email)
  await expect(login.getByLabel('Doğrulama kodu')).toBeFocused()
  await login.getByLabel('Doğrulama kodu').fill('111111')
  await login.getByRole('button', { name: 'Girişi tamamla' }).click()
  await expect(login.getByText(/Kalan deneme: 4/)).toBeVisible()
  await login.getByRole('button', { name: 'Kurtarma kodu kullan' }).click()
  await login.getByLabel('Kurtarma kodu').fill(recovery.toLowerCase())
  await login.getByRole('button', { name: 'Girişi tamamla' }).click()
  await expectSignedIn(elsewhere)
  await elsewhere.evaluate(() => localStorage.clear())

  // The passkey is enough by itself, and in the panel it answers what is asked again.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  const promoted = spawnSync(process.execPath, ['ops/admin.ts', 'promote', email], { env, encoding: 'utf8' })
  expect(promoted.stdout).toContain('is an admin now')
  const synced = await authenticator.credential()
  if (synced) await (await withAuthenticator(elsewhere)).take(synced)
  await elsewhere.goto(`${shop}/ust-giyim`)
  await elsewhere.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await elsewhere.getByRole('button', { name: 'Geçiş anahtarıyla gir' }).click()
  await expect(elsewhere).toHaveURL(`${shop}/admin`)
  const customer = { firstName: 'Fatma', lastName: 'Ak', email: `fatma-${email}`, password }
  await elsewhere.request.post(`${shop}/api/v1/auth/register`, { data: customer })
  await elsewhere.goto(`${shop}/admin/musteriler?q=fatma-${email}`)
  await elsewhere.getByRole('main').getByRole('link', { name: /Fatma/ }).first().click()
  await elsewhere.route('**/export', (route) => route.fulfill(longAgo), { times: 1 })
  const file = elsewhere.waitForEvent('download')
  await elsewhere.getByRole('button', { name: 'Verilerini indir' }).click()
  const confirm = elsewhere.getByRole('dialog', { name: 'Siz olduğunuzu onaylayın' })
  await expect(confirm.getByLabel('Şifreniz')).toBeVisible()
  await confirm.getByRole('button', { name: 'Geçiş anahtarımı kullan' }).click()
  expect((await file).suggestedFilename()).toBe('musteri-verileri.html')
  await other.close()
})

/** As the shop answers whoever proved herself too long ago. */
const longAgo = {
  status: 403,
  json: { success: false, code: 'CONFIRMATION_REQUIRED', message: '…', error: '…', data: { by: 'ANYTHING' } },
}
