import { findOrInstall } from './debian.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** Where Chromium is; on Debian as root it is installed when missing. CHROMIUM names another one. */
export function ensureChromium(): string {
  const named = process.env.CHROMIUM
  const found = findOrInstall('chromium', named ? [named, ...places] : places)
  if (found) return found
  throw new Error('browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path')
}
