import { inflateRawSync } from 'node:zlib'

/** A file in a ZIP, with the size that the ZIP says it has unpacked. */
export type ZipEntry = { name: string; size: number }

/**
 * The files of a ZIP that are wanted, by name. A ZIP says itself how large its files are, and may lie: what unpacks to more than it says
 * is an error as soon as it does, so nothing takes longer or more memory than the sizes that `isWanted` saw. Throws for what is no ZIP.
 */
export function unzip(bytes: Uint8Array, isWanted: (entry: ZipEntry) => boolean): Record<string, Uint8Array> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files: Record<string, Uint8Array> = {}
  for (const { method, packed, at, ...entry } of entriesOf(zip)) {
    if (!isWanted(entry)) continue
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const content = zip.subarray(start, start + packed)
    if (method !== 0 && method !== 8) throw new Error('packed in an unknown way')
    // At least one byte: the limit of nothing would be no limit.
    files[entry.name] =
      method === 0 ? new Uint8Array(content) : inflateRawSync(content, { maxOutputLength: Math.max(1, entry.size) })
  }
  return files
}

type Place = ZipEntry & { method: number; packed: number; at: number }

/** The directory at the end of a ZIP (APPNOTE 4.3.12), of the 64 bit kind too. */
function* entriesOf(zip: Buffer): Generator<Place> {
  let { count, at } = directoryOf(zip)
  for (; count > 0; count--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no directory')
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const end = at + 46 + nameLength
    const name = zip.toString(zip.readUInt16LE(at + 8) & 2048 ? 'utf8' : 'latin1', at + 46, end)
    const small = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const [size = 0, packed = 0, place = 0] = wide(small, zip.subarray(end, end + extraLength))
    yield { name, size, packed, at: place, method: zip.readUInt16LE(at + 10) }
    at = end + extraLength + zip.readUInt16LE(at + 32)
  }
}

function directoryOf(zip: Buffer): { count: number; at: number } {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('no end of a directory')
  const [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  if (end < 20 || zip.readUInt32LE(end - 20) !== 0x07064b50) return { count, at }
  const wideEnd = Number(zip.readBigUInt64LE(end - 12))
  return { count: Number(zip.readBigUInt64LE(wideEnd + 32)), at: Number(zip.readBigUInt64LE(wideEnd + 48)) }
}

/** Numbers that have no place in 32 bits stand in the extra field, in that order (APPNOTE 4.5.3). */
function wide(small: number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return small.map((number) => {
      if (number !== 0xffffffff) return number
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
  }
  return small
}
