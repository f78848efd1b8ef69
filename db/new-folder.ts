import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/**
 * Makes the folder of a new embedded database from the image of an empty one, in a quarter of the time that initdb takes. It appears as
 * a whole: whoever is killed meanwhile leaves none behind. A folder that is there is left alone.
 */
export async function makeNewFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const [{ dataDir }, { unpackTar }] = await Promise.all([
    import('@electric-sql/pglite-prepopulatedfs'),
    import('modern-tar/fs'),
  ])
  const partial = `${folder}.new`
  await rm(partial, { recursive: true, force: true })
  const image = await (await dataDir()).bytes()
  // Customers' data will be in it: no access for others.
  const unpack = unpackTar(partial, { dmode: 0o700, fmode: 0o600 })
  await pipeline([image], createGunzip(), unpack)
  await rename(partial, folder)
}
