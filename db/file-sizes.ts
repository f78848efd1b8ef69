import type { PGlite } from '@electric-sql/pglite'

/** The parts used here of Emscripten's file system on a real folder. */
type FileNode = object
type Stream = { node: FileNode }
type FolderFiles = {
  node_ops: { setattr(node: FileNode, ...rest: unknown[]): unknown }
  stream_ops: {
    setattr(stream: Stream, ...rest: unknown[]): unknown
    write(stream: Stream, ...rest: unknown[]): unknown
    llseek(stream: Stream, offset: number, whence: number): number
  }
}

const [fromStart, fromEnd] = [0, 2]

/**
 * Remembers how long the embedded database's files are. To plan a statement PostgreSQL asks for the length of each table and index that
 * it names, and each question was a call of the operating system: a twelfth of the processor time of a page.
 * A write or a cut forgets the file's length; no other process touches the files (`lockFolder`).
 */
export function rememberFileSizes(pglite: PGlite): void {
  const { node_ops: ofNodes, stream_ops: ofStreams } = pglite.Module.NODEFS as unknown as FolderFiles
  const sizes = new WeakMap<FileNode, number>()
  const before = { ...ofStreams, setattrOfNode: ofNodes.setattr }
  ofNodes.setattr = (node, ...rest) => {
    sizes.delete(node)
    return before.setattrOfNode(node, ...rest)
  }
  ofStreams.setattr = (stream, ...rest) => {
    sizes.delete(stream.node)
    return before.setattr(stream, ...rest)
  }
  ofStreams.write = (stream, ...rest) => {
    sizes.delete(stream.node)
    return before.write(stream, ...rest)
  }
  ofStreams.llseek = (stream, offset, whence) => {
    if (whence !== fromEnd) return before.llseek(stream, offset, whence)
    const size = sizes.get(stream.node) ?? before.llseek(stream, 0, fromEnd)
    sizes.set(stream.node, size)
    return before.llseek(stream, size + offset, fromStart)
  }
}
