#!/usr/bin/env bash
# Brings a shop that install.sh made to another version. As root, in the folder of the new version's files:
#
#   deploy/upgrade.sh [--from <folder>]   builds the new version beside the old one, makes a backup, then restarts one
#                                         process after the other; where one does not open, the old version runs on
#   deploy/upgrade.sh --back              back to the version before, which runs on the database as it is: nothing sold is lost
#   deploy/upgrade.sh --back --restore [--yes]
#                                         the same with the backup that the upgrade made, after asking
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=deploy/steps.sh
source ./steps.sh
trap end EXIT

from=..
back=
restored=
sure=
while [ $# -gt 0 ]; do
  case $1 in
  --from) from=${2:-} && shift ;;
  --back) back=yes ;;
  --restore) restored=yes ;;
  --yes) sure=yes ;;
  *) fail "does not know $1; its first lines say what it takes" ;;
  esac
  shift || break
done
from=$(realpath "$from")
now=$(date -u +%Y%m%d-%H%M%S)

require_machine
if [ ! -L "$shop" ] || [ ! -e "$settings" ]; then fail 'this shop does not come from install.sh'; fi
current=$(realpath "$shop")

# <version> <the version before>
turn_to() {
  place_files "$1"
  point_at "$1"
  # The compiled code of the version that is left.
  find /var/cache/butik -mindepth 1 -delete 2>/dev/null || true
  reload_caddy || keep_caddy "$@"
}

# A Caddy that refuses its file runs on with the one that it has; the machine must be able to start it with that, too.
# <version> <the version before>
keep_caddy() {
  if ! cmp -s "$1/deploy/Caddyfile" "$2/deploy/Caddyfile" && cmp -s "$1/deploy/Caddyfile" "$caddyfile"; then
    install -m 644 "$2/deploy/Caddyfile" "$caddyfile"
    left+=("Caddy refuses $1/deploy/Caddyfile, journalctl -u caddy says why; $caddyfile is as it was before")
  else
    left+=("Caddy refuses $caddyfile and runs on without it: put it right (journalctl -u caddy says why), then systemctl reload caddy")
  fi
}

upgrade() {
  local new=$versions/$now
  require_files "$from"
  step 'Building the new version beside the one that runs' make_version "$from" "$new"
  step 'Making a backup' systemctl start butik-backup
  printf '%s\n' "$current" "$(newest_backup)" >"$versions/before"
  step 'Turning to the new version' turn_to "$new" "$current"
  echo 'Restarting one process after the other'
  if ! restart_all >>"$log" 2>&1; then
    step 'The new version does not open: turning back' turn_to "$current" "$new"
    restart_all >>"$log" 2>&1 ||
      fail "neither version opens, see journalctl -u 'butik@*'; deploy/upgrade.sh --back --restore brings the backup"
    printf '%s\n' "${left[@]}"
    fail "the new version does not open, journalctl -u 'butik@*' says why; the one before runs again"
  fi
  find "$versions" -mindepth 1 -maxdepth 1 -type d ! -path "$new" ! -path "$current" -exec rm -r {} +
  echo "The new version runs. The way back: $new/deploy/upgrade.sh --back"
}

newest_backup() {
  find "$backups" -mindepth 1 -maxdepth 1 -name 'butik-*' ! -name '*.partial' | sort | tail -n1
}

go_back() {
  local version backup
  [ -e "$versions/before" ] || fail 'there was no upgrade yet'
  { read -r version && read -r backup; } <"$versions/before"
  [ -d "$version" ] || fail "the files of the version before, $version, are gone"
  if [ -n "$restored" ]; then
    [ -d "$backup" ] || fail "the backup of before the upgrade, $backup, is gone"
    is_here || fail "the database is elsewhere: restore $backup into an empty one, as docs/operations.md says"
    ask_first "$backup"
    step 'Stopping the shop' systemctl stop 'butik@*'
    step "Setting the present database aside, as $(aside)" set_aside
    step 'Restoring the backup' restore "$version" "$backup"
  fi
  step 'Turning to the version before' turn_to "$version" "$current"
  step 'Restarting one process after the other' restart_all
  rm "$versions/before"
  echo 'The version before runs.'
}

is_embedded() { ! grep -q ^DATABASE_URL= "$settings"; }

is_here() { is_embedded || [[ $(setting DATABASE_URL) == *host=/run/postgresql* ]]; }

ask_first() {
  local answer
  echo "What was sold and changed since $(basename "$1") will be missing; it is kept as $(aside)."
  [ -z "$sure" ] || return 0
  [ -t 0 ] || fail 'wants --yes, as nobody can be asked'
  read -r -p 'Type yes to go on: ' answer
  [ "$answer" = yes ] || fail 'nothing was changed'
}

aside() { if is_embedded; then echo "$data/pglite-$now"; else echo "database butik_${now/-/_}"; fi; }

set_aside() {
  if is_embedded; then
    mv "$data/pglite" "$(aside)"
  else
    as_postgres psql -Xc "alter database butik rename to butik_${now/-/_}"
    make_database
  fi
}

# <version> <backup>
restore() {
  cd "$1"
  runuser -u butik -- node_modules/.bin/node ops/restore.ts "$2"
}

if [ -n "$back" ]; then go_back; else upgrade; fi
printf '%s\n' "${left[@]}"
