import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What a function of a script asks systemd to do, on a machine whose Caddy runs or was switched off. */
function orders(script: string, call: string, caddy: 'runs' | 'is off') {
  const [name] = call.split(' ')
  const bash = `
    set -euo pipefail
    source deploy/steps.sh
    source <(sed -n '/^${name}() {/,/^}/p' deploy/${script})
    place_files() { :; }
    point_at() { :; }
    find() { :; }
    systemctl() {
      case "$*" in
      is-*) [ '${caddy}' = runs ] ;;
      *caddy*) echo "$*" && [ '${caddy}' = runs ] ;;
      *) echo "$*" ;;
      esac
    }
    ${call}`
  return execFileSync('bash', ['-c', bash], { encoding: 'utf8' }).trim().split('\n').filter(Boolean)
}

test('Caddy learns of a new version where it runs; where nginx took its place it is left alone', () => {
  expect(orders('upgrade.sh', 'turn_to /opt/new', 'runs')).toEqual(['reload caddy'])
  expect(orders('upgrade.sh', 'turn_to /opt/new', 'is off')).toEqual([])
  const timer = 'enable --now butik-backup.timer'
  expect(orders('install.sh', 'start_rest', 'runs')).toEqual([timer, 'start caddy'])
  expect(orders('install.sh', 'start_rest', 'is off')).toEqual([timer])
})
