import pino, { type DestinationStream, type Logger } from 'pino'

/** The log: lines of JSON. The values of a failed query (addresses, links, hashes) stay out of it. */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: withoutParameters } }, destination)
}

function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { message, stack = '' } = error
  // Drizzle writes the values below the query, and PostgreSQL the row that broke a constraint.
  const query = message.startsWith('Failed query:') ? message.replace(/\nparams: [\s\S]*$/, '') : message
  return {
    type: error.name,
    message: query,
    stack: stack.slice(stack.indexOf('\n    at ') + 1),
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: withoutParameters(error.cause) }),
  }
}
