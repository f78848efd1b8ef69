import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { z } from 'zod'
import { documentedCalls } from './calls.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that lists the answers which tests have seen. */
    answersSeen: string
  }
}

/** Statuses that the document gives once for all calls, as their default. */
const anyCall = ['401', '413', '415', '500', '503']
const seen = new Set<string>()

/** Throws unless the API's document has this answer: its status, its type, and the shape of its JSON. */
export async function checkDocumented(request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url)
  const documented = documentedCalls().find(({ method, path }) => method === request.method && path.test(pathname))
  if (!documented) return
  const { call, answers } = documented
  const status = String(answer.status)
  if (status === '304') return
  const named = answers[status]
  if (!named && !anyCall.includes(status)) throw new Error(`the document of ${call} names no ${status}`)
  note(`${call} ${status}`)
  const type = answer.headers.get('content-type')?.split(';')[0]
  if (type && named?.content && !(type in named.content))
    throw new Error(`the document of ${call} names no ${type} for ${status}`)
  const schema = named?.content?.['application/json']?.schema as z.ZodType | undefined
  const { headers } = answer
  if (!schema || headers.has('content-encoding') || !headers.get('content-type')?.startsWith('application/json')) return
  const { error } = schema.safeParse(JSON.parse(await answer.clone().text()))
  if (error) throw new Error(`the document of ${call} describes another ${status}: ${error.message}`)
}

function note(answer: string) {
  if (seen.has(answer)) return
  seen.add(answer)
  appendFileSync(inject('answersSeen'), `${answer}\n`)
}
