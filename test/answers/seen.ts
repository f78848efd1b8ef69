import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Answers of the API's document that no test here sees, and why. */
const socket = 'bodies of this size are sent over a socket, in api/sockets.pg.test.ts'
const limit = 'every limit is the same function, tried at the login, at payments and at forms'
const bank = 'the demo bank exists only in the demo'
const unseen: Record<string, string> = {
  'POST /api/v1/admin/products 413': socket,
  'PUT /api/v1/admin/products/{id} 413': socket,
  'POST /api/v1/admin/images 413': socket,
  'PUT /api/v1/account 429': limit,
  'DELETE /api/v1/account 429': limit,
  'PUT /api/v1/account/mail-preferences 429': limit,
  'GET /api/v1/payments/installments 429': limit,
  'DELETE /api/v1/account/passkeys/{id} 429': limit,
  'POST /api/v1/forms/stock-notice 429': limit,
  'POST /api/v1/admin/settings/mail/test 429': limit,
  'GET /api/v1/demo-bank/ledger 404': bank,
  'POST /api/v1/demo-bank/charges 404': bank,
  'POST /api/v1/forms/application 503': 'a full line of uploads needs many at once',
  'POST /api/v1/returns/images 503': 'the same line',
  'POST /api/v1/returns/images 429': limit,
  'POST /api/v1/reviews/images 503': 'the same line',
  'POST /api/v1/reviews/images 429': limit,
  'POST /api/v1/orders/{id}/cancellation 503': 'the same as of DELETE /api/v1/admin/orders/{id}',
}

/** After a run of all tests: each answer that the API's document names was seen by one of them. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'butik-answers-'))
  const file = join(folder, 'seen')
  writeFileSync(file, '')
  project.provide('answersSeen', file)
  return async () => {
    const seen = new Set(readFileSync(file, 'utf8').split('\n'))
    rmSync(folder, { recursive: true })
    if (!(await ranWhole(project))) return
    const { documentedAnswers } = await import('./calls.ts')
    const wrong = documentedAnswers().filter((answer) => !seen.has(answer) && !(answer in unseen))
    if (wrong.length > 0) throw new Error(`answers of the API's document that no test sees:\n${wrong.join('\n')}`)
  }
}

/** Every file and test of the project ran, and well. */
async function ranWhole(project: TestProject): Promise<boolean> {
  const { state } = project.vitest
  const { testFiles } = await project.globTestFiles()
  const ran = new Set(state.getFilepaths())
  const chosen = project.config.testNamePattern !== undefined || !testFiles.every((path) => ran.has(path))
  return !chosen && state.getCountOfFailedTests() === 0
}
