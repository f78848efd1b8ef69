import { setPriority } from 'node:os'
import sharp from 'sharp'

// A process of its own, run by node without a build: it encodes one picture at a time at the lowest priority, so that
// requests never wait for it. It ends with its parent, however that ends.

export type EncodeRequest = { source: Uint8Array; widths: number[] }
export type EncodeReply = { files: Uint8Array[] } | { error: string }

setPriority(19)
sharp.concurrency(1)
sharp.cache(false)

// Not exit(), which waits for the current picture.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: EncodeRequest) => {
  encode(request).then(
    (files) => reply({ files }),
    (error: unknown) => reply({ error: String(error) }),
  )
})

async function encode({ source, widths }: EncodeRequest): Promise<Uint8Array[]> {
  const { data, info } = await sharp(source).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: Uint8Array[] = []
  for (const width of widths) {
    // Effort 1 takes a twelfth of the time of the default 4, for files a tenth larger.
    files.push(
      await sharp(data, { raw })
        .resize({ width })
        .avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' })
        .toBuffer(),
    )
  }
  return files
}

function reply(message: EncodeReply) {
  process.send?.(message)
}
