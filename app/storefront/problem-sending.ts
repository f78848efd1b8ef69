import { sendForm } from './form-sending.ts'

export function sendProblem(report: { email: string; problem: string }, trap: string | undefined) {
  return sendForm(
    '/forms/problem-report',
    { ...report, subject_line: trap },
    'Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.',
  )
}
