import type { DestinationStream } from 'pino'

/** `passing`: takes the place of the last such line. `lasting`: what a person has to know once the shop is open. */
type Kind = 'passing' | 'lasting'
/** Prints a line for the person or program that started the shop. */
export type Print = (line: string, kind?: Kind) => void

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown }
type Narrator = { print: Print; opened(url: string): void }

/**
 * The output of a start. A program reads one line after the other, `listening on …` last; a person at a terminal sees
 * progress in one line, and at the end a box with all that lasts.
 */
export function openNarrator(out: Output): Narrator {
  return out.isTTY ? forPerson(out) : forProgram(out)
}

function forProgram(out: Output): Narrator {
  return {
    print: (line) => out.write(`${line}\n`),
    opened: (url) => out.write(`listening on ${url}\n`),
  }
}

function forPerson(out: Output): Narrator {
  const lasting: string[] = []
  let passing = false
  const endPassing = () => {
    if (passing) out.write('\n')
    passing = false
  }
  return {
    print(line, kind) {
      if (kind === 'lasting') {
        lasting.push(line)
      } else if (kind === 'passing') {
        out.write(`\r\u001B[2K${line}`)
        passing = true
      } else {
        endPassing()
        out.write(`${line}\n`)
      }
    },
    opened(url) {
      endPassing()
      out.write(`\n${boxed([`the shop is open: ${url}`, ...lasting, 'stop it with Ctrl+C'], out.columns ?? 80)}\n\n`)
      lasting.length = 0
    },
  }
}

/** Lines within a frame; a narrow terminal gets them without the sides, so that none is broken. */
export function boxed(lines: string[], columns: number): string {
  const width = Math.max(...lines.map((line) => line.length))
  if (width + 4 > columns) {
    const rule = '─'.repeat(columns)
    return [rule, ...lines, rule].join('\n')
  }
  const middle = lines.map((line) => `│ ${line.padEnd(width)} │`)
  const rule = '─'.repeat(width + 2)
  return [`┌${rule}┐`, ...middle, `└${rule}┘`].join('\n')
}

/** Where the log goes: lines of JSON for programs, words and colors for a person at a terminal. */
export async function logDestination(err: { isTTY?: boolean }): Promise<DestinationStream> {
  if (err.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pretty({
      destination: 2,
      sync: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'security',
      messageFormat: inWords,
    })
  }
  const { default: pino } = await import('pino')
  return pino.destination({ dest: 2, sync: false })
}

type Said = { msg?: string; security?: { maskedEmail?: string | null; detail?: string } }

/** A security event with whom and what it was about; others as they are. */
export function inWords({ msg = '', security }: Said): string {
  return [msg, security?.maskedEmail, security?.detail].filter(Boolean).join(' · ')
}
