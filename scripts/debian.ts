import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where a program is; on Debian as root its package is installed when it is missing. Undefined where that cannot be. */
export function findOrInstall(name: string, places: string[]): string | undefined {
  const found = places.find((path) => existsSync(path))
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  console.info(`installing ${name} for the tests`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit' })
  return places.find((path) => existsSync(path))
}
