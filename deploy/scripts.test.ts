import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/process.ts'

/** The orders that a function of a script gives systemd, where Caddy runs, refuses its file or was switched off. */
function orders(script: string, call: string, caddy: 'runs' | 'refuses' | 'is off', caddyfile = '/none') {
  const [name] = call.split(' ')
  const bash = `
    set -euo pipefail
    source deploy/steps.sh
    caddyfile=${caddyfile}
    source <(sed -n '/^${name}() {/,/^}/p; /^keep_caddy() {/,/^}/p' deploy/${script})
    place_files() { :; }
    point_at() { :; }
    find() { :; }
    systemctl() {
      case "$*" in
      is-*) [ '${caddy}' != 'is off' ] ;;
      *caddy*) echo "$*" && [ '${caddy}' = runs ] ;;
      *) echo "$*" ;;
      esac
    }
    ${call}`
  return execFileSync('bash', ['-c', bash], { encoding: 'utf8' }).trim().split('\n').filter(Boolean)
}

test('Caddy learns of a new version where it runs; where nginx took its place it is left alone', () => {
  expect(orders('upgrade.sh', 'turn_to /opt/new /opt/old', 'runs')).toEqual(['reload caddy'])
  expect(orders('upgrade.sh', 'turn_to /opt/new /opt/old', 'is off')).toEqual([])
  const timer = 'enable --now butik-backup.timer'
  expect(orders('install.sh', 'start_rest', 'runs')).toEqual([timer, 'start caddy'])
  expect(orders('install.sh', 'start_rest', 'is off')).toEqual([timer])
})

test.for([
  ['dukkan.example ada@dukkan.example --embedded', 'dukkan.example|ada@dukkan.example|embedded|'],
  ['dukkan.example --embedded', 'dukkan.example|ada@yedek.example|embedded|'],
  ['--processes 2 dukkan.example', 'dukkan.example|ada@yedek.example|postgres|2'],
  ['--processes', '|ada@yedek.example|postgres|none'],
])('an install asked with %s takes %s', ([asked = '', taken]) => {
  const bash = `
    set -euo pipefail
    fail() { echo "$1"; exit 1; }
    domain= email=ada@yedek.example database=postgres count= from=..
    source <(sed -n '/^read_arguments() {/,/^}/p' deploy/install.sh)
    read_arguments ${asked}
    echo "$domain|$email|$database|$count"`
  expect(execFileSync('bash', ['-c', bash], { encoding: 'utf8' }).trim()).toBe(taken)
})

test('an upgrade goes on where Caddy refuses its file, leaves it one to start with, and says so', () => {
  const folder = temporaryFolder()
  const caddyfile = `${folder.path}/Caddyfile`
  const [before, next] = [`${folder.path}/1`, `${folder.path}/2`]
  for (const version of [before, next]) {
    mkdirSync(`${version}/deploy`, { recursive: true })
    writeFileSync(`${version}/deploy/Caddyfile`, version)
  }
  const turned = (there: string) => {
    writeFileSync(caddyfile, there)
    const said = orders('upgrade.sh', `turn_to ${next} ${before}; echo "\${left[@]}"`, 'refuses', caddyfile)
    return [...said, readFileSync(caddyfile, 'utf8')]
  }
  try {
    expect(turned(next)).toEqual([
      'reload caddy',
      expect.stringMatching(/^Caddy refuses .*2.deploy.Caddyfile,/),
      before,
    ])
    expect(turned('of the owner')).toEqual([
      'reload caddy',
      expect.stringMatching(/^Caddy refuses .*: put it right/),
      'of the owner',
    ])
  } finally {
    folder.remove()
  }
})

test('a file is replaced where a version here brought it, and stays where it was changed on the machine', () => {
  const folder = temporaryFolder()
  const there = `${folder.path}/there`
  for (const version of ['1', '2', '3']) {
    mkdirSync(`${folder.path}/${version}/deploy`, { recursive: true })
    writeFileSync(`${folder.path}/${version}/deploy/Caddyfile`, version)
  }
  const placed = (content: string) => {
    writeFileSync(there, content)
    const bash = `set -euo pipefail; source deploy/steps.sh; versions=${folder.path}; place "$versions/3/deploy/Caddyfile" ${there}`
    execFileSync('bash', ['-c', bash])
    return readFileSync(there, 'utf8')
  }
  try {
    // The first: what an upgrade put back when Caddy refused the second.
    expect(['1', '2', 'of the owner'].map(placed)).toEqual(['3', '3', 'of the owner'])
  } finally {
    folder.remove()
  }
})
