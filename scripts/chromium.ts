import { findOrInstall } from './debian.ts'

// The browser without a window comes first: the journeys take a third less time in it.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Where Chromium is; on Debian as root it is installed when missing. CHROMIUM names another one. */
export function ensureChromium(): string {
  const named = process.env.CHROMIUM
  const found = findOrInstall('chromium-headless-shell', named ? [named, ...places] : places)
  if (found) return found
  throw new Error('browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path')
}

/**
 * For all the tests at once: the browser without a window is installed also beside another one, on Debian as root. Where it cannot be
 * had, or CHROMIUM names one, they run in the other.
 */
export function installHeadless(): void {
  if (!process.env.CHROMIUM) findOrInstall('chromium-headless-shell', places.slice(0, 1))
}
