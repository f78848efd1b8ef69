import { z } from 'zod'
import { seenText } from '../fields/contract.ts'
import type { FieldErrors } from '../fields/rules.ts'
import { applicationLengths, checkApplication, checkProblemReport, checkStockNotice, problemLength } from './checks.ts'
import { unfilledMessage, unknownMessage } from './placeholders.ts'

/** All but `letter`, which the shop wrote first, are of the forms. */
const messageKinds = ['problem-report', 'stock-notice', 'application', 'letter'] as const
export const MessageKind = z.enum(messageKinds)
export type MessageKind = z.infer<typeof MessageKind>

/** Text of one line: control characters and line breaks become spaces. */
const line = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim(),
    )
    .max(max, `En çok ${max} karakter yazabilirsiniz`)
    .default('')

/** Text of several lines, without other control characters. */
const lines = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    )
    .max(max, `En çok ${max} karakter yazabilirsiniz`)
    .default('')

// Lower-cased without a locale: in Turkish, 'INFO@' would become 'ınfo@'.
const email = line(254).pipe(z.string().toLowerCase())

/** A honeypot: people never see this field; bots that fill in every field do, and are answered as if it had worked. */
const trap = z.string().optional()

function addIssues<F extends string>(errors: FieldErrors<F>, check: z.core.$RefinementCtx) {
  for (const [field, message] of Object.entries(errors)) {
    check.addIssue({ code: 'custom', message: String(message), path: [field] })
  }
}

export const ProblemReport = z
  .object({ email, problem: lines(problemLength), subject_line: trap })
  .superRefine((report, check) => addIssues(checkProblemReport(report), check))
export type ProblemReport = z.infer<typeof ProblemReport>

export const StockNotice = z
  .object({
    email,
    size: line(20),
    productId: line(64),
    /** Empty: any color. */
    color: line(60),
    subject_line: trap,
  })
  .superRefine((notice, check) =>
    addIssues(
      {
        ...checkStockNotice(notice),
        ...(notice.productId === '' ? { productId: 'Hangi ürün olduğunu belirtin' } : {}),
      },
      check,
    ),
  )
export type StockNotice = z.infer<typeof StockNotice>

const consent = z
  .union([z.boolean(), z.string()])
  .default(false)
  .transform((value) => value === true || value === 'true' || value === 'on')

export const Application = z
  .object({
    fullName: line(applicationLengths.fullName),
    phone: line(applicationLengths.phone),
    email,
    city: line(applicationLengths.city),
    companyName: line(applicationLengths.companyName),
    taxInfo: line(applicationLengths.taxInfo),
    website: lines(applicationLengths.website),
    application_type: line(applicationLengths.application_type),
    title: line(applicationLengths.title),
    description: lines(applicationLengths.description),
    budget: line(applicationLengths.budget),
    targetDate: line(applicationLengths.targetDate),
    experience: lines(applicationLengths.experience),
    motivation: lines(applicationLengths.motivation),
    work_style: z.preprocess(
      (value) => (value === undefined || value === '' ? [] : [...new Set([value].flat())]),
      z.array(z.string().max(40)).max(8),
    ),
    consentKvkk: consent,
    consentContact: consent,
    consentMarketing: consent,
    subject_line: trap,
  })
  .superRefine((application, check) => addIssues(checkApplication(application), check))
export type Application = z.infer<typeof Application>

/** The stored fields of a message besides its e-mail address; its kind decides which there are. */
export type MessageBody = Record<string, string | string[] | boolean | null>

const messageStates = ['unread', 'open', 'answered', 'archived'] as const

export const MessageQuery = z.object({
  /** `written`: messages that may wait for an answer, so no stock requests. */
  kind: z.enum([...messageKinds, 'written'], 'Mesaj türü geçersiz').optional(),
  /** `open`: neither answered nor archived. */
  state: z.enum(messageStates, 'Durum geçersiz').optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  q: z.string().trim().max(200).optional(),
})
export type MessageQuery = z.infer<typeof MessageQuery>

export const MessageChange = z.object({
  read: z.boolean().optional(),
  answered: z.boolean().optional(),
  archived: z.boolean().optional(),
})
export type MessageChange = z.infer<typeof MessageChange>

/** No word in braces goes out that a ready text left for the owner to fill in. */
const filled = (text: string, check: z.core.$RefinementCtx) => {
  const message = unfilledMessage(text)
  if (message) check.addIssue({ code: 'custom', message })
}

export const NewAnswer = z.object({
  subject: line(160)
    .refine((subject) => subject !== '', 'Konu gerekli')
    .superRefine(filled),
  text: lines(10_000)
    .refine((text) => text !== '', 'Yanıtınızı yazın')
    .superRefine(filled),
})
export type NewAnswer = z.infer<typeof NewAnswer>

const onlyKnown = (text: string, check: z.core.$RefinementCtx) => {
  const message = unknownMessage(text)
  if (message) check.addIssue({ code: 'custom', message })
}

/** A text that is ready to be sent, with words in braces for what differs. A blank subject leaves the one that stands there. */
export const MessageTemplate = z.object({
  name: line(80).refine((name) => name !== '', 'Ad gerekli'),
  subject: line(160).superRefine(onlyKnown),
  text: lines(10_000)
    .refine((text) => text !== '', 'Metin gerekli')
    .superRefine(onlyKnown),
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const MessageTemplateChange = MessageTemplate.extend({
  /** The text as it was read: EDIT_CONFLICT when somebody saved it since. */
  seen: z.object({ name: seenText, subject: seenText, text: seenText }).optional(),
})
export type MessageTemplateChange = z.infer<typeof MessageTemplateChange>

export const StockRequestQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  q: z.string().trim().max(200).optional(),
})
export type StockRequestQuery = z.infer<typeof StockRequestQuery>
