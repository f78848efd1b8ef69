import { spawnSync } from 'node:child_process'

/** Runs a program of node_modules/.bin and ends this process with its code when it fails. */
export function run(program: string, args: string[], settings: Record<string, string> = {}): void {
  console.info(`\n› ${[program, ...args].join(' ')}`)
  const { status, error } = spawnSync(`node_modules/.bin/${program}`, args, {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
