import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Mark } from './dump.ts'
import { BackupError } from './manifest.ts'

/** A mark, or some rows of the table marked last as one JSON array. */
export type Piece = { mark: Mark } | { rows: string; count: number }

/** Rows in one statement. */
const textAtOnce = 1_000_000

/** Reads a dump from its file piece by piece; throws BackupError when its last line is not the end mark. */
export async function* readDump(path: string): AsyncGenerator<Piece> {
  let rows: string[] = []
  let length = 0
  let ended = false
  const taken = (): Piece => {
    const piece = { rows: `[${rows.join(',')}]`, count: rows.length }
    rows = []
    length = 0
    return piece
  }
  for await (const line of linesOf(path)) {
    ended = false
    if (line.startsWith('[')) {
      rows.push(line)
      length += line.length
      if (length > textAtOnce) yield taken()
      continue
    }
    if (rows.length > 0) yield taken()
    const mark = JSON.parse(line) as Mark
    ended = 'end' in mark
    yield { mark }
  }
  if (!ended) throw new BackupError(`${path} was cut short`)
}

/** Not node:readline, which also splits at U+2028, and that may stand in a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  file.on('error', (error) => unzipped.destroy(error))
  file.pipe(unzipped).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // zlib's own complaints: what arrived is half a file or none of ours.
    if (code?.startsWith('Z_')) throw new BackupError(`${path} was cut short or is damaged`, { cause: error })
    throw error
  }
  if (rest) throw new BackupError(`${path} was cut short`)
}
