import { checkProblemReport } from '#shop/messages/checks.ts'
import { sendForm } from './form-sending.ts'

type Report = { email: string; problem: string }

export function sendProblem(report: Report, trap: string | undefined) {
  return sendForm(
    '/forms/problem-report',
    { ...report, subject_line: trap },
    'Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.',
  )
}

/** For a form with one line for what is wrong: the first field that is, and why. */
export async function checkAndSend(
  report: Report,
  trap: string | undefined,
): Promise<{ kind: 'sent' | 'failed'; text: string; field?: string }> {
  const wrong = Object.entries(checkProblemReport(report))
  if (wrong.length > 0) return firstOf(wrong)
  const sent = await sendProblem(report, trap)
  if (sent.kind === 'sent') return { kind: 'sent', text: sent.message }
  return sent.kind === 'failed' ? sent : firstOf(Object.entries(sent.fields))
}

function firstOf([wrong]: [field: string, text: string][]): { kind: 'failed'; text: string; field?: string } {
  return { kind: 'failed', field: wrong?.[0], text: wrong?.[1] ?? '' }
}
