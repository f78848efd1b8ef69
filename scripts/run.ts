import { spawn, spawnSync } from 'node:child_process'

type Command = [program: string, args: string[]]

/** Runs a program of node_modules/.bin and ends this process with its code when it fails. */
export function run(program: string, args: string[], settings: Record<string, string> = {}): void {
  console.info(`\n› ${[program, ...args].join(' ')}`)
  const { status, error } = spawnSync(pathOf(program), args, {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/** As run, two at a time: each uses one core at most. Output is shown once its command is through; all are waited for. */
export async function runInPairs(commands: Command[]): Promise<void> {
  const queue = commands.values()
  const failed: number[] = []
  const worker = async () => {
    for (const command of queue) {
      const { said, status } = await finished(command)
      console.info(`\n› ${command.flat().join(' ')}\n${said}`)
      if (status !== 0) failed.push(status)
    }
  }
  await Promise.all([worker(), worker()])
  if (failed[0] !== undefined) process.exit(failed[0])
}

function finished([program, args]: Command): Promise<{ said: string; status: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(pathOf(program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('close', (status) => resolve({ said, status: status ?? 1 }))
  })
}

const pathOf = (program: string) => `node_modules/.bin/${program}`
