import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findOrInstall } from '../scripts/debian.ts'

const run = promisify(execFile)

type Load = {
  connections: number
  seconds: number
  /** Where wrk runs, if it matters. */
  core?: number
}

/**
 * Asks for one address on so many connections as fast as it is answered, with wrk: a generator in JavaScript takes longer
 * for an answer than the server that it measures. On Debian as root wrk is installed when missing.
 */
export async function load(url: string, { connections, seconds, core }: Load) {
  const wrk = findOrInstall('wrk', ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'])
  if (!wrk) throw new Error('this bench needs wrk: install it (apt-get install wrk)')
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'accept-encoding: br', url]
  const { stdout } =
    core === undefined ? await run(wrk, args) : await run('taskset', ['-c', String(core), wrk, ...args])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
  const [, late, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)$/m.exec(stdout) ?? []
  if (/Socket errors|Non-2xx/.test(stdout)) throw new Error(`${url}: not every answer was a good one\n${stdout}`)
  return {
    perSecond: number(/^Requests\/sec:\s+([\d.]+)$/m),
    total: number(/^\s+(\d+) requests in /m),
    p99Ms: Number(late) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1),
  }
}

/**
 * Leaves a process and its threads these cores ('0', '0-3'). The kernel now and then puts a server and its client on one
 * core while the other has nothing to do, which halves both.
 */
export async function pin(pid: number, cores: string): Promise<void> {
  await run('taskset', ['-apc', cores, String(pid)])
}
