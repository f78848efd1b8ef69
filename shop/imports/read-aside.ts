import { Worker } from 'node:worker_threads'
import { invalid } from '../errors.ts'
import { unreadable } from '../sheets/rows.ts'
import { minutes } from '../time.ts'
import type { WorkerReply } from './read-worker.ts'
import type { Upload } from './upload.ts'

/** From the folder of the shop: the built server, of one file, stands elsewhere. */
const source = './shop/imports/read-worker.ts'
/** Milliseconds, however slow the machine. */
const timeout = minutes(2)
/** Megabytes that what was read may take; 50,000 rows of 40 columns (47 MB) were read with it. */
const memory = 600

/** Reads a file in a worker of its own, so that a large one delays no page and takes no memory for good. INVALID as readUpload. */
export async function readAside(bytes: Uint8Array): Promise<Upload> {
  const reply = await new Promise<WorkerReply>((resolve, reject) => {
    const reader = new Worker(source, {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    const timer = setTimeout(() => {
      reject(unreadable('Dosyanın okunması çok uzun sürdü; dosyayı bölerek yükleyin'))
      reader.terminate()
    }, timeout)
    reader
      .once('message', resolve)
      .once('error', (error) => reject(isTooLarge(error) ? tooLarge() : error))
      // After a message or an error this changes nothing.
      .once('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`the reader of an upload ended with ${code}`))
      })
  })
  if ('refused' in reply) throw invalid(reply.refused)
  return reply.upload
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooLarge() {
  return unreadable('Dosyanın içi çok büyük; bölerek birkaç dosyada yükleyin')
}
