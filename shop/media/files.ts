/** Where bytes of pictures live: a folder, or an S3-compatible bucket. Keys are plain file names. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>
}

export function openFiles(_env: { dataDir: string }): FileStore {
  throw new Error('not yet')
}
