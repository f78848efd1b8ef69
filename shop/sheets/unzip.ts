import { buffer } from 'node:stream/consumers'

/** A file in a ZIP, with the size that the ZIP says it has unpacked. */
export type ZipEntry = { name: string; size: number }

/**
 * The files of a ZIP that are wanted, by name. A ZIP says itself how large its files are, and may lie: what unpacks to more than it says
 * is an error as soon as it does, so nothing takes longer or more memory than the sizes that `isWanted` saw. Throws for what is no ZIP.
 */
export async function unzip(
  bytes: Uint8Array,
  isWanted: (entry: ZipEntry) => boolean,
): Promise<Record<string, Uint8Array>> {
  // Loaded with the first upload, not at each start.
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  // A name of any object's own parts, such as __proto__, is a name like others.
  const files: Record<string, Uint8Array> = Object.create(null)
  for await (const entry of zip.eachEntry()) {
    if (!isWanted({ name: entry.fileName, size: entry.uncompressedSize })) continue
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return files
}
