import { type ExecProtocolOptions, type PGlite, protocol } from '@electric-sql/pglite'
import type { StatementNames } from './statements.ts'

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Send = (message: Uint8Array, options?: ExecProtocolOptions) => Promise<Messages>

/** The database's description of a text: the types of its values, and the columns of its answer. */
type Known = { name: string; values: Messages; columns: Messages }
/** A text that is being asked by its name, from its Parse to its Sync. */
type Asked = Known & { text: string; bound: Uint8Array; isSent: boolean }

const letter = (of: string) => of.charCodeAt(0)
const [parse, bind, describe, execute, sync] = [...'PBDES'].map(letter)
const ofStatement = letter('S')
/** The columns of an answer are others than when its text was parsed. */
const otherColumns = '0A000'

/** A text is known before its values: one that asks of a list is not named, as the list may be long (statements.ts). */
export const textNames = { prefix: 'text_', lists: false }

const done = new WeakSet<PGlite>()

/**
 * Has the embedded database parse a frequent text once, under a name, so that PostgreSQL may keep its plan: where a query finds few
 * rows, parsing, describing and planning it are most of its work. PGlite would do all that each time, in six messages; those of a
 * known text are answered from memory or go out as one. PostgreSQL plans a named text again when its tables have changed.
 */
export function parseOnce(pglite: PGlite, names: StatementNames): void {
  // Two of them would give the same names to other texts.
  if (done.has(pglite)) return
  done.add(pglite)
  const send: Send = pglite.execProtocolStream.bind(pglite)
  const known = new Map<string, Known>()
  let asked: Asked | undefined

  const parsed = async (message: Uint8Array, options?: ExecProtocolOptions): Promise<Messages> => {
    asked = undefined
    const text = textOf(message)
    const name = text === undefined ? undefined : names.nameOf(text)
    if (text === undefined || name === undefined) return send(message, options)
    let one = known.get(text)
    if (!one) {
      const { serialize } = protocol
      const anew = [
        serialize.close({ type: 'S', name }),
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
      ]
      const told = await send(Buffer.concat(anew), options)
      const of = (...kinds: string[]) => told.filter((message) => kinds.includes(message.name))
      one = { name, values: of('parameterDescription'), columns: of('rowDescription', 'noData') }
      known.set(text, one)
    }
    asked = { ...one, text, bound: message, isSent: false }
    return []
  }

  const ask = async (asked: Asked, message: Uint8Array, options?: ExecProtocolOptions): Promise<Messages> => {
    asked.isSent = true
    try {
      return await send(Buffer.concat([asked.bound, message, protocol.serialize.sync()]), options)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === otherColumns) {
        known.delete(asked.text)
        names.note(asked.text, error)
      }
      throw error
    }
  }

  pglite.execProtocolStream = async (message, options) => {
    const [kind] = message
    if (kind === parse) return parsed(message, options)
    if (!asked) return send(message, options)
    if (kind === describe) return message[5] === ofStatement ? asked.values : asked.columns
    if (kind === bind) {
      asked.bound = boundTo(asked.name, message)
      return []
    }
    if (kind === execute) return ask(asked, message, options)
    const { isSent } = asked
    asked = undefined
    return kind === sync && isSent ? [] : send(message, options)
  }
}

/** The text of a Parse message: it stands after the statement's name, which is empty, and before the given types, of which there are none. */
function textOf(message: Uint8Array): string | undefined {
  const isPlain = message[5] === 0 && message.at(-1) === 0 && message.at(-2) === 0 && message.at(-3) === 0
  return isPlain ? Buffer.from(message.buffer, message.byteOffset + 6, message.byteLength - 9).toString() : undefined
}

/** The Bind with the statement's name, which is empty in it and stands after that of the portal, which is too. */
function boundTo(name: string, message: Uint8Array): Uint8Array {
  const head = Buffer.alloc(6)
  head.writeUInt8(message[0] ?? 0)
  head.writeInt32BE(message.byteLength - 1 + name.length, 1)
  return Buffer.concat([head, Buffer.from(name), message.subarray(6)])
}
