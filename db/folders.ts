import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with those above it, for its owner alone. Node's own `recursive` never ends where the system says of a folder that is
 * there that it is not, as in /proc.
 */
export function makeFolders(given: string): void {
  const path = resolve(given)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Another process was as fast.
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolders(dirname(path))
    makeFolders(path)
  }
}
