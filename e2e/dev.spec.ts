import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type RunningShop, startShop, temporaryFolder } from '../test/process.ts'
import { expect, test } from './shop.ts'

/** A copy of the sources, so that the test may change them, with the packages of this folder. */
const copy = resolve('.dev-copy')

function copySources(): void {
  rmSync(copy, { recursive: true, force: true })
  const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).toString()
  for (const path of sources.split('\0').filter((name) => name && !/\.test\.tsx?$/.test(name))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(path, join(copy, path))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
}

function change(path: string, from: string, to: string): void {
  const file = join(copy, path)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

test.describe('npm run dev', () => {
  test.describe.configure({ mode: 'serial' })
  const data = temporaryFolder()
  let shop: RunningShop | undefined

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    copySources()
    shop = await startShop({ DATA_DIR: data.path, NODE_ENV: 'development' }, ['--dev'], copy)
  })
  test.afterAll(async () => {
    await shop?.stop()
    data.remove()
    rmSync(copy, { recursive: true, force: true })
  })

  test('works in the browser, and takes a changed component without a reload', async ({ page }) => {
    await page.goto(`${shop?.url}/ust-giyim`, { waitUntil: 'networkidle' })
    const cart = page.getByRole('dialog', { name: /Sepet/i })
    // Vite gives files one by one, and nothing here keeps a press that comes before them.
    await expect(async () => {
      if (!(await cart.isVisible())) await page.getByRole('button', { name: /^Sepet/i }).click()
      await expect(cart).toContainText('Sepetiniz henüz boş', { timeout: 3000 })
    }).toPass({ timeout: 60_000 })

    change('app/storefront/cart/empty.tsx', 'Sepetiniz henüz boş', 'Sepetiniz bomboş')
    // The panel is still open: the page was not loaded again.
    await expect(cart).toContainText('Sepetiniz bomboş')
  })

  test('a changed file of the server counts from the next request on', async ({ request }) => {
    const refused = () => request.get(`${shop?.url}/api/v1/products/yok`).then((answer) => answer.text())
    expect(await refused()).toContain('Bu ürün artık satışta değil.')
    change('shop/catalog/products.ts', 'Bu ürün artık satışta değil.', 'Bu ürün çoktan satıldı.')
    await expect.poll(refused).toContain('Bu ürün çoktan satıldı.')

    const page = () => request.get(`${shop?.url}/bilgi`).then((answer) => answer.text())
    expect(await page()).toContain('Hakkımızda')
  })
})
