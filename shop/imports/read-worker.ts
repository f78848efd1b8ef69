/** A worker that reads one upload: what is hostile or large keeps no shopper waiting, and its memory ends with it. */

import { parentPort, workerData } from 'node:worker_threads'
import { ShopError } from '../errors.ts'
import { readUpload, type Upload } from './upload.ts'

export type WorkerReply = { upload: Upload } | { refused: Record<string, string[]> }

async function read(bytes: Uint8Array): Promise<WorkerReply> {
  try {
    return { upload: await readUpload(bytes) }
  } catch (error) {
    if (error instanceof ShopError && error.fields) return { refused: error.fields }
    throw error
  }
}

parentPort?.postMessage(await read(workerData))
