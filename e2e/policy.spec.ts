import { test as base } from '@playwright/test'
import { expect, test } from './shop.ts'

declare global {
  interface Window {
    injected?: boolean
    refused?: string[]
  }
}

const pages = [
  ...['/', '/ust-giyim', '/alt-giyim', '/aksesuar', '/special', '/ust-giyim?sayfa=2&renk=siyah', '/ara?q=elbise'],
  ...['/urun/pile-midi-etek-adacayi', '/bilgi', '/odeme/sonuc', '/verify-email?token=yok', '/reset-password?token=yok'],
  ...['/abonelikten-cik?token=yok', '/logo', '/admin', '/admin/urunler/yeni', '/yok'],
]

test('every page works under its policy, which names one inline script for all of them', async ({ page }) => {
  const policies = new Set<string>()
  const refused: string[] = []
  await page.exposeFunction('tellRefused', (what: string) => refused.push(what))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => tellRefused(location.pathname + ' ' + e.violatedDirective + ' ' + e.blockedURI))",
  )
  for (const path of pages) {
    const answer = await page.goto(path)
    await page.waitForFunction(() => document.documentElement.dataset.ready === '')
    const policy = answer?.headers()['content-security-policy'] ?? ''
    // The panel alone shows something in a frame: drafts of the shop's own pages.
    expect(policy.includes("frame-src 'self'; "), path).toBe(path.startsWith('/admin'))
    policies.add(policy.replace("frame-src 'self'; ", ''))
  }
  expect(refused).toEqual([])
  expect(policies.size).toBe(1)
  expect([...policies][0]?.match(/'sha256-/g)).toHaveLength(1)
})

// The browser says in its console what it refuses.
base('a script that somebody managed to write into a page does not run', async ({ page }) => {
  await page.addInitScript(() => {
    window.refused = []
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.refused?.push(violatedDirective))
  })
  await page.route('/bilgi', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '<main',
      '<script>window.injected = true</script><img src="/yok.png" onerror="window.injected = true" alt=""><main',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/bilgi')
  await page.waitForFunction(() => document.documentElement.dataset.ready === '')
  expect(await page.evaluate(() => window.injected)).toBeUndefined()
  expect(await page.evaluate(() => window.refused)).toEqual(['script-src-elem', 'script-src-attr'])
})
