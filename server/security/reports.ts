import type { Logger } from 'pino'
import { z } from 'zod'
import { minutes } from '#shop/time.ts'
import { countRefusedByPolicy } from '../telemetry/metrics.ts'

/** Bytes of one message; a browser's has some hundred for each report. */
export const largestReport = 16_000
/** Messages that one process reads in a minute, and reports of which it writes a line in an hour. */
const most = { read: 60, logged: 20 }

const Text = z.string().optional()
/** As report-uri sends it, and as the Reporting API does. */
const Older = z.object({
  'csp-report': z.object({
    'document-uri': Text,
    'effective-directive': Text,
    'blocked-uri': Text,
    'source-file': Text,
  }),
})
const Newer = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ documentURL: Text, effectiveDirective: Text, blockedURL: Text, sourceFile: Text }),
  }),
)

type Report = { page: string; directive: string; blocked: string; source: string }

/**
 * Reports of browsers about what the policy refused. Anybody can send anything here: it is counted, some of it is written to the
 * log, cut short and without queries, which may hold tokens; nothing is kept.
 */
export class PolicyReports {
  private readonly read = new Budget(most.read, minutes(1))
  private readonly logged = new Budget(most.logged, minutes(60))
  private readonly log: Logger

  constructor(log: Logger) {
    this.log = log
  }

  /** False when too many came of late to look at one more. */
  mayRead(now: Date): boolean {
    return this.read.take(now)
  }

  /** False when it is no report. */
  take(text: string, now: Date): boolean {
    const reports = parse(text)
    for (const report of reports.slice(0, 20)) {
      countRefusedByPolicy(report.directive)
      if (this.logged.take(now)) this.log.warn(report, 'the policy refused a part of a page')
    }
    return reports.length > 0
  }
}

class Budget {
  private readonly most: number
  private readonly length: number
  private since = 0
  private taken = 0

  constructor(most: number, length: number) {
    this.most = most
    this.length = length
  }

  take(now: Date): boolean {
    if (now.getTime() - this.since >= this.length) {
      this.since = now.getTime()
      this.taken = 0
    }
    return ++this.taken <= this.most
  }
}

function parse(text: string): Report[] {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return []
  }
  const older = Older.safeParse(said).data?.['csp-report']
  if (older)
    return [shown(older['document-uri'], older['effective-directive'], older['blocked-uri'], older['source-file'])]
  return (Newer.safeParse(said).data ?? []).map(({ body }) =>
    shown(body.documentURL, body.effectiveDirective, body.blockedURL, body.sourceFile),
  )
}

const directives = /^(script|style|img|font|connect|manifest|default|frame|object|form|base|worker|media)-[a-z-]{2,20}$/

function shown(page = '', directive = '', blocked = '', source = ''): Report {
  return {
    page: short(page),
    directive: directives.test(directive) ? directive : 'other',
    blocked: short(blocked),
    source: short(source),
  }
}

function short(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').slice(0, 200)
}
