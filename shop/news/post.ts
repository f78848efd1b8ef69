import type { SendMailOptions } from 'nodemailer'
import type { Ctx } from '../ctx.ts'
import { writeToFolder } from '../mail/outbox.ts'
import { poolOptions } from '../mail/transport.ts'

/** Mails under way at a time. */
export const atATime = 4

/**
 * The result of sending one mail. REFUSED: the server takes no mail for this address. LATER: the server surely has not taken it. DOWN:
 * like LATER, and it takes no mail of the shop now. UNKNOWN: it may have taken it.
 */
export type Outcome =
  | { kind: 'SENT' }
  | { kind: 'REFUSED' | 'LATER' | 'DOWN' | 'UNKNOWN'; error: string; cause?: unknown }

export type Post = {
  /** Why the server takes nothing now; undefined when it does. */
  trouble(): Promise<string | undefined>
  send(id: string, message: SendMailOptions): Promise<Outcome>
  close(): void
}

/** The mail server over few connections that are used again; without one, the folder that the shop's other mails go to. */
export async function openPost(ctx: Ctx): Promise<Post> {
  const { smtpUrl } = ctx.config
  if (!smtpUrl) return folder(ctx)
  const { createTransport } = await import('nodemailer')
  // A mail is handed over again only if not a byte of it was sent.
  const transport = createTransport({ ...poolOptions(smtpUrl), pool: true, maxConnections: atATime, maxRequeues: 2 })
  return {
    trouble: () =>
      transport.verify().then(
        () => undefined,
        (error: unknown) => wordsOf(error),
      ),
    send: (_, message) =>
      transport.sendMail(message).then(
        () => ({ kind: 'SENT' as const }),
        (error: unknown) => ({ kind: kindOf(error), error: wordsOf(error), cause: error }),
      ),
    close: () => transport.close(),
  }
}

function folder(ctx: Ctx): Post {
  return {
    trouble: async () => undefined,
    async send(id, message) {
      await writeToFolder(ctx, { id, kind: 'newsletter', createdAt: ctx.clock() }, message)
      return { kind: 'SENT' }
    },
    close: () => {},
  }
}

type SmtpError = { code?: string; command?: string; responseCode?: number; syscall?: string }

function kindOf(error: unknown): Exclude<Outcome['kind'], 'SENT'> {
  const { code, command = '', responseCode, syscall } = error as SmtpError
  if (responseCode === undefined) {
    const unreached = syscall === 'connect' || code === 'EDNS' || code === 'EAUTH' || code === 'ETLS'
    return unreached ? 'DOWN' : 'UNKNOWN'
  }
  // The sender, the login or the connection is refused: no other address would fare better.
  if (responseCode === 421 || /^(CONN|EHLO|HELO|AUTH|STARTTLS|MAIL)/.test(command)) return 'DOWN'
  return responseCode >= 500 ? 'REFUSED' : 'LATER'
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
