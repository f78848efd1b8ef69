import { ApiError } from '#app/browser/api-client.ts'
import { checkProblemReport } from '#shop/messages/checks.ts'
import { refusalOr, sendForm } from './form-sending.ts'

type Report = { email: string; problem: string }

export function sendProblem(report: Report, trap: string | undefined): Promise<string> {
  return sendForm('/forms/problem-report', { ...report, subject_line: trap })
}

export const problemFailure = refusalOr('Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.')

type Result = { kind: 'sent' | 'failed'; text: string; fields?: string[] }

/** For a form with one line for what is wrong: the wrong fields, and why the first of them is. */
export async function checkAndSend(report: Report, trap: string | undefined): Promise<Result> {
  const wrong = refusalOf(checkProblemReport(report))
  if (wrong) return wrong
  try {
    return { kind: 'sent', text: await sendProblem(report, trap) }
  } catch (error) {
    const refused = refusalOf(error instanceof ApiError ? error.fields : {})
    return refused ?? { kind: 'failed', text: problemFailure(error) }
  }
}

function refusalOf(errors: Record<string, string | string[] | undefined>): Result | undefined {
  const wrong = Object.entries(errors)
  const [first] = wrong
  return first && { kind: 'failed', fields: wrong.map(([name]) => name), text: [first[1]].flat()[0] ?? '' }
}
