import { z } from '@hono/zod-openapi'
import { setupSteps } from '#shop/setup/contract.ts'
import { success } from './envelope.ts'

const State = z.enum(['done', 'todo', 'advice'])

const WireStep = z.object({
  id: z.enum(setupSteps),
  title: z.string(),
  state: State,
  text: z.string(),
  fixed: z.string().nullable().openapi({ description: 'The variable of the environment that settles it' }),
})

export type WireSetup = z.infer<typeof WireSetup>
const WireSetup = z
  .object({
    live: z.boolean(),
    done: z.boolean(),
    steps: z.array(WireStep),
    others: z
      .array(
        z.object({ id: z.string(), title: z.string(), state: State, text: z.string(), link: z.string().optional() }),
      )
      .openapi({ description: 'What else must be done before the shop opens' }),
    payment: z.object({
      provider: z.enum(['demo', 'iyzico', 'paytr']),
      providers: z.array(
        z.object({
          id: z.enum(['iyzico', 'paytr']),
          title: z.string(),
          keys: z.array(
            z.object({
              name: z.string(),
              label: z.string(),
              hint: z.string(),
              secret: z.boolean(),
              last: z
                .string()
                .nullable()
                .openapi({ description: 'Last four characters of a saved key; no more is ever shown' }),
            }),
          ),
          sides: z.boolean().openapi({ description: 'The owner says whether it is for real money or for tries' }),
        }),
      ),
    }),
    mail: z.object({ host: z.string(), port: z.number().int(), user: z.string() }).nullable(),
    domain: z.object({ publicUrl: z.string(), wanted: z.string().nullable() }),
    trial: z.object({
      state: z.enum(['none', 'waiting', 'paid', 'passed', 'ended']),
      orderId: z.string().nullable(),
    }),
  })
  .openapi('Setup')

export type WireMailRecords = z.infer<typeof WireMailRecords>
const WireMailRecords = z
  .object({
    domain: z.string(),
    records: z.array(
      z.object({
        kind: z.enum(['SPF', 'DKIM', 'DMARC']),
        state: z.enum(['found', 'missing', 'wrong', 'unknown']),
        text: z.string(),
        now: z.string().nullable(),
        enter: z.object({ name: z.string(), value: z.string() }).nullable(),
      }),
    ),
  })
  .openapi('MailRecords')

export type WireDomainTrial = z.infer<typeof WireDomainTrial>
const WireDomainTrial = z
  .object({
    url: z.string(),
    addresses: z.array(z.string()).optional(),
    reached: z.enum(['yes', 'no-name', 'no-answer', 'no-certificate', 'another']),
    text: z.string(),
  })
  .openapi('DomainTrial')

export const setupAnswers = {
  'GET /admin/setup': success(WireSetup),
  'PUT /admin/setup/payment': success(WireSetup),
  'PUT /admin/setup/mail': success(WireSetup),
  'POST /admin/setup/mail/test': success(z.object({ to: z.string(), answer: z.string() })),
  'GET /admin/setup/mail/records': success(WireMailRecords),
  'PUT /admin/setup/domain': success(WireDomainTrial),
  'POST /admin/setup/live': success(WireSetup),
  'POST /admin/setup/trial': success(z.object({ orderId: z.string(), url: z.string() })),
  'POST /admin/setup/trial/refund': success(WireSetup),
}
