import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** Where Chromium is; on Debian as root it is installed when missing. CHROMIUM names another one. */
export function ensureChromium(): string {
  const found = [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.info('installing chromium for the browser tests')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' })
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  throw new Error('browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path')
}
