import { z } from '@hono/zod-openapi'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The answer of a call that gives a workbook. */
export const download = { 200: { description: 'The file', content: { [xlsxType]: { schema: z.string() } } } }

/** Asks for the next chunk once the last one was taken; who goes away ends it. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
