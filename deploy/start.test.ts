import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '#env'

/** The memory settings that a process starts with: glibc's variables and V8's flags. */
const memoryOf = (text: string) =>
  [...text.matchAll(/\bMALLOC_\w+=\w+|--max-semi-space-size=\d+|--no-wasm-inlining|--disable-warning=\w+/g)].map(
    ([word]) => word,
  )

test('the service, the image and the benches start the shop with the memory of npm start', () => {
  const { start, bench } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  // With a smaller bound what a page is compressed in is mapped and cleared each time (docs/measurements.md).
  const ofNpm = [
    ...['MALLOC_ARENA_MAX=1', 'MALLOC_TRIM_THRESHOLD_=1048576', 'MALLOC_MMAP_THRESHOLD_=1048576'],
    ...['--max-semi-space-size=4', '--no-wasm-inlining', '--disable-warning=ExperimentalWarning'],
  ]
  expect([memoryOf(start), memoryOf(bench)]).toEqual([ofNpm, ofNpm])
  for (const file of ['butik@.service', 'Dockerfile'])
    expect([file, memoryOf(readFileSync(`deploy/${file}`, 'utf8'))]).toEqual([file, ofNpm])
})

test('what containers write beside the files gets into no image and no commit', () => {
  const mounted = [...readFileSync('deploy/compose.yaml', 'utf8').matchAll(/^ *- \.\/([^:]+):/gm)]
    .map(([, name]) => `deploy/${name}`)
    .filter((path) => !statSync(path, { throwIfNoEntry: false })?.isFile())
  expect(mounted).toContain('deploy/backups')
  for (const file of ['.gitignore', 'deploy/Dockerfile.dockerignore']) {
    const ignored = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''))
    expect([file, mounted.filter((path) => !ignored.includes(path))]).toEqual([file, []])
  }
})

test('Postfix hands what comes back to the port that the first process listens on', () => {
  const [, port = ''] = /\bPORT=(\S+)/.exec(readFileSync('deploy/butik@.service', 'utf8')) ?? []
  const command = readFileSync('deploy/postfix/master.cf', 'utf8').split('\n').at(-2)
  expect(command).toContain(` --shop http://127.0.0.1:${port.replace('%i', '1')} `)
})

test('whoever is asked to stop has the time for its longest drain, the requests under way and its jobs', () => {
  const longestDrain = 30
  expect(() => readEnv({ DRAIN_SECONDS: String(longestDrain + 1) })).toThrow('DRAIN_SECONDS')
  const secondsIn = (file: string, pattern: RegExp) => {
    const [, digits = ''] = pattern.exec(readFileSync(file, 'utf8')) ?? []
    return Number(digits.replace('_', '')) / (file.endsWith('.ts') ? 1000 : 1)
  }
  const needed =
    longestDrain +
    secondsIn('main.ts', /closeAllConnections\(\), ([\d_]+)\)/) +
    secondsIn('shop/jobs/open.ts', /graceful: true, timeout: ([\d_]+)/)
  expect(needed).toBe(55)
  expect(secondsIn('deploy/butik@.service', /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(needed)
  expect(secondsIn('deploy/compose.yaml', /^ *stop_grace_period: (\d+)s$/m)).toBeGreaterThan(needed)
})

test('nginx names the client itself, wherever it hands a request on: what the client says of its address counts nowhere', () => {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
  const locations = [...site.matchAll(/^ {4}location \S+.*\{\n([\s\S]*?)^ {4}\}/gm)].map(([, inside = '']) => inside)
  const handingOn = locations.filter((inside) => inside.includes('proxy_pass'))
  expect(handingOn.length).toBeGreaterThan(1)
  const named = 'proxy_set_header X-Forwarded-For $remote_addr;'
  const ofAll = site.includes(`\n    ${named}`)
  // A location with headers of its own inherits none.
  for (const inside of handingOn)
    expect(inside.includes(named) || (ofAll && !inside.includes('proxy_set_header'))).toBe(true)
})

test('nginx reads each renewed certificate: the command that its file names asks for it, of the folder that port 80 serves', () => {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
  const [command = ''] = /certbot certonly .*/.exec(site) ?? []
  const [, folder = ''] = /acme-challenge\/ \{ root (\S+); \}/.exec(site) ?? []
  expect(command).toContain(`--webroot -w ${folder} `)
  expect(command).toContain("--deploy-hook 'systemctl reload nginx'")
  expect(site).not.toContain('certbot --nginx')
})
