# shellcheck shell=bash disable=SC2034
# The parts that install.sh and upgrade.sh share: paths, how a step is reported, how a version comes to run.

shop=/opt/butik # leads to the version that runs
versions=/opt/butik-versions
tools=/opt/butik-node # Node, to install with
settings=/etc/butik/env
data=/var/lib/butik
backups=/var/backups/butik
units=/etc/systemd/system
caddyfile=/etc/caddy/Caddyfile
log=/var/log/butik-install.log

doing='beginning'
unfinished=
exec 3>&2

fail() {
  doing=
  printf '%s: %s\n' "$(basename "$0")" "$*" >&3
  exit 1
}

# Says what is done. What it prints goes into the log, whose end says why it failed.
step() {
  doing=$1
  printf '%s\n' "$doing"
  "${@:2}" >>"$log" 2>&1
}

# At the end of a script: one sentence where a step failed, and nothing half made.
end() {
  local status=$?
  [ -z "$unfinished" ] || rm -rf "$unfinished"
  [ "$status" = 0 ] || [ -z "$doing" ] ||
    printf '%s: stopped at "%s"; the end of %s says why\n' "$(basename "$0")" "$doing" "$log" >&3
}

require_machine() {
  [ "$(id -u)" = 0 ] || fail 'needs root'
  [ -d /run/systemd/system ] || fail 'needs a Debian that runs systemd'
  command -v apt-get >/dev/null || fail 'needs Debian 12 or newer'
  umask 022
  touch "$log" && chmod 600 "$log" && printf '\n%s %s\n' "$(date -u +%FT%TZ)" "$0" >>"$log"
  exec 9>/run/butik-install.lock
  flock -n 9 || fail 'runs already'
}

require_files() {
  [ -e "$1/package-lock.json" ] || fail "$1 does not hold the shop's files"
}

setting() { sed -n "s/^$1=//p" "$settings"; }

as_postgres() { (cd / && runuser -u postgres -- "$@"); }

# The user butik of this machine may use its database without a password.
make_database() {
  [ -n "$(as_postgres psql -XAtc "select 1 from pg_roles where rolname = 'butik'")" ] || as_postgres createuser butik
  [ -n "$(as_postgres psql -XAtc "select 1 from pg_database where datname = 'butik'")" ] ||
    as_postgres createdb -O butik -E UTF8 -T template0 --locale=C.UTF-8 butik
}

# Makes a folder of the shop's files, ready to run: <files> <folder>. What belongs to one machine is left behind.
make_version() {
  unfinished=$2
  mkdir -p "$2"
  tar -C "$1" -c --exclude=./.git --exclude=./node_modules --exclude=./build --exclude=./data --exclude=./.env . |
    tar -C "$2" -x --no-same-owner --mode=u=rwX,go=rX
  ln -s "$settings" "$2/.env"
  bring_node "$2"
  (cd "$2" && NODE_PATH=/usr/share/nodejs npm ci --omit=dev && node_modules/.bin/node scripts/build.ts)
  unfinished=
}

# npm runs on the shop's own Node too. On the one of Debian 12 it leaves out, without a word, programs that want a newer
# one, and the build cannot do without them. Debian's npm finds its parts by NODE_PATH then.
bring_node() {
  local version
  version=$(sed -n 's/^ *"node": "\([0-9.]*\)",\?$/\1/p' "$1/package.json")
  npm install --prefix "$tools" --no-save "node@$version"
  export PATH=$tools/node_modules/.bin:$PATH
}

point_at() {
  ln -sfn "$1" "$shop.next"
  mv -T "$shop.next" "$shop"
}

left=()
# Brings a file to its place: <file> <place>. One that is not as any version here brought it was changed there, and stays.
place() {
  if [ ! -e "$2" ] || is_of_a_version "$2" "${1##*/}"; then
    install -D -m 644 "$1" "$2"
  elif ! cmp -s "$1" "$2"; then
    left+=("$2 was changed on this machine and stays; as it comes with the shop it is $1")
  fi
}

# Whether a file is as some version that is still here brought it: <file> <its name there>.
is_of_a_version() {
  local file
  for file in "$versions"/*/deploy/"$2"; do ! cmp -s "$file" "$1" || return 0; done
  return 1
}

# The files of a version outside its folder: <version>.
place_files() {
  local file
  for file in butik@.service butik-backup.service butik-backup.timer; do
    place "$1/deploy/$file" "$units/$file"
  done
  place "$1/deploy/Caddyfile" "$caddyfile"
  systemctl daemon-reload
}

# Debian starts Caddy by itself; where its owner took another web server and switched it off it stays so.
reload_caddy() { ! systemctl is-active -q caddy || systemctl reload caddy; }
start_caddy() { ! systemctl is-enabled -q caddy || systemctl start caddy; }

# The processes that the machine starts, butik@1 and so on.
processes() {
  find "$units/multi-user.target.wants" -name 'butik@*.service' -printf '%f\n' 2>/dev/null | sort
}

is_open() {
  local number=${1#butik@}
  curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:300${number%.service}/readyz"
}

# Starts a process anew, and waits until it can serve; not when it ended.
restart() {
  systemctl restart "$1" || return 1
  for _ in $(seq 300); do
    ! is_open "$1" 2>/dev/null || return 0
    [ "$(systemctl show -P NRestarts "$1")" = 0 ] || return 1
    sleep 1
  done
  return 1
}

# One after the other, so that the others serve meanwhile.
restart_all() {
  local process
  for process in $(processes); do restart "$process" || return 1; done
}
