import { createHash } from 'node:crypto'
import { starter } from '../late-script.ts'

/** The hash of the one script that is written into pages, known at the build, whatever a page happens to hold. */
const inlineScript = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`

/** Where browsers report what the policy refused (server/security/reports.ts). */
const reports = '/api/v1/csp-reports'
export const reportingEndpoints = `csp="${reports}"`

/**
 * The policy of every page: only our own files and our own inline scripts. Vite's hot reload writes its own. The panel shows
 * drafts in a frame, and only a draft may stand in one.
 */
export function pagePolicy({ dev, draft, staff }: { dev: boolean; draft?: boolean; staff?: boolean }): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${dev ? "'unsafe-inline'" : inlineScript}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(staff ? ["frame-src 'self'"] : []),
    `frame-ancestors ${draft ? "'self'" : "'none'"}`,
    `report-uri ${reports}`,
    'report-to csp',
  ].join('; ')
}
