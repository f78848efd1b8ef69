import { z } from '@hono/zod-openapi'
import { success } from './envelope.ts'

export const formAnswers = {
  'POST /forms/problem-report': success(z.null()),
  'POST /forms/stock-notice': success(z.null()),
  'POST /forms/application': success(z.null()),
}
