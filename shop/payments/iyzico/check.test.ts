import { expect, test } from 'vitest'
import { startIyzico } from '#test/outside/iyzico-simulator.ts'
import { checkIyzico } from './check.ts'

test('right keys are told from wrong ones, and both from an iyzico that is not there', async () => {
  const iyzico = await startIyzico()
  const ok = { state: 'ok', text: '127.0.0.1 answers and accepts the keys' }
  const right = await checkIyzico(iyzico, 'live')
  expect([right.findings, right.clock?.host]).toEqual([[ok], '127.0.0.1'])
  const wrong = await checkIyzico({ ...iyzico, secretKey: 'another' }, 'live')
  expect(wrong.findings).toEqual([
    { state: 'wrong', text: '127.0.0.1 says: Geçersiz imza (1000); look at IYZICO_API_KEY and IYZICO_SECRET_KEY' },
  ])
  expect(wrong.clock?.host).toBe('127.0.0.1')
  await iyzico.close()
  const gone = await checkIyzico(iyzico, 'demo')
  expect(gone.findings).toEqual([{ state: 'wrong', text: expect.stringContaining('127.0.0.1 cannot be reached') }])
  expect(gone.clock).toBeUndefined()
})
