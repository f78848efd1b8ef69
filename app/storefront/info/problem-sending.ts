import { ApiError } from '#app/browser/api-client.ts'
import { checkProblemReport } from '#shop/messages/checks.ts'
import { refusalOr, sendForm } from './form-sending.ts'

type Report = { email: string; problem: string }

export function sendProblem(report: Report, trap: string | undefined): Promise<string> {
  return sendForm('/forms/problem-report', { ...report, subject_line: trap })
}

export const problemFailure = refusalOr('Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.')

type Result = { kind: 'sent' | 'failed'; text: string; field?: string }

/** For a form with one line for what is wrong: the first wrong field, and why. */
export async function checkAndSend(report: Report, trap: string | undefined): Promise<Result> {
  const wrong = firstError(checkProblemReport(report))
  if (wrong) return wrong
  try {
    return { kind: 'sent', text: await sendProblem(report, trap) }
  } catch (error) {
    const refused = firstError(error instanceof ApiError ? error.fields : {})
    return refused ?? { kind: 'failed', text: problemFailure(error) }
  }
}

function firstError(errors: Record<string, string | string[] | undefined>): Result | undefined {
  const [first] = Object.entries(errors)
  return first && { kind: 'failed', field: first[0], text: [first[1]].flat()[0] ?? '' }
}
