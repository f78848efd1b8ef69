#!/usr/bin/env bash
# Puts the shop on a fresh Debian 12 or newer: packages, user, files, database, settings, services, backups, first admin.
# As root, in the folder of the shop's files:
#
#   deploy/install.sh [--embedded] [--processes <number>] [--from <folder>] [<domain> <e-mail of the admin>]
#
# Domain and e-mail may come as BUTIK_DOMAIN and BUTIK_EMAIL, else they are asked. --embedded takes the shop's own
# database instead of PostgreSQL, for a small machine. Run once more it goes on where it stopped, and changes nothing
# that was changed by hand. A database elsewhere: write /etc/butik/env first, with PUBLIC_URL, TRUST_PROXY, DATA_DIR,
# AUTH_SECRET, DATABASE_URL, ADMIN_EMAIL and ADMIN_PASSWORD.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=deploy/steps.sh
source ./steps.sh
trap end EXIT

from=..
domain=${BUTIK_DOMAIN:-}
email=${BUTIK_EMAIL:-}
database=postgres
count=
read_arguments() {
  local names=()
  while [ $# -gt 0 ]; do
    case $1 in
    --embedded) database=embedded ;;
    --processes) count=${2:-none} && shift ;;
    --from) from=${2:-} && shift ;;
    -*) fail "does not know $1; its first lines say what it takes" ;;
    *) names+=("$1") ;;
    esac
    shift || break
  done
  [ ${#names[@]} -le 2 ] || fail "does not know ${names[2]}; its first lines say what it takes"
  domain=${names[0]:-$domain} email=${names[1]:-$email}
}

read_arguments "$@"
from=$(realpath "$from")

require_machine
require_files "$from"
[ ! -e "$shop" ] || [ -L "$shop" ] || fail "$shop is there already and does not come from this script; move it away"
if [ -e "$settings" ]; then
  domain=$(setting PUBLIC_URL | sed 's#^https*://##')
  case $(setting DATABASE_URL) in
  '') database=embedded ;;
  *host=/run/postgresql*) ;;
  *) database=elsewhere ;;
  esac
else
  [ -n "$domain" ] || [ ! -t 0 ] || read -r -p 'The name that shoppers type (dukkan.example): ' domain
  [ -n "$email" ] || [ ! -t 0 ] || read -r -p 'Your e-mail address, to sign in with: ' email
  [[ $domain =~ ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$ ]] || fail "needs a domain, such as dukkan.example, not \"$domain\""
  [[ $email =~ ^[^@[:space:]\'\"]+@[^@[:space:]\'\"]+$ ]] || fail "needs your e-mail address, not \"$email\""
fi
# Each opens up to 16 connections, of the 100 that PostgreSQL takes.
[ -n "$count" ] || count=$(($(nproc) < 4 ? $(nproc) : 4))
[ "$database" != embedded ] || count=1
[[ $count =~ ^[1-9]$ ]] || fail '--processes is a number from 1 to 9'

install_packages() {
  local packages=(caddy ca-certificates curl libatomic1 npm openssl)
  [ "$database" != postgres ] || packages+=(postgresql)
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y --no-install-recommends --no-upgrade "${packages[@]}"
}

make_user() {
  getent passwd butik ||
    useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin butik
  install -d -o butik -g butik -m 700 "$data" "$backups"
  install -d -g butik -m 750 "$(dirname "$settings")"
}

install_files() {
  local version
  version=$versions/$(date -u +%Y%m%d-%H%M%S)
  make_version "$from" "$version"
  point_at "$version"
}

make_settings() {
  local new=$settings.new
  install -m 640 -g butik /dev/null "$new"
  {
    echo "# Settings of the shop (docs/settings.md). After a change: systemctl restart 'butik@*'"
    echo "PUBLIC_URL=https://$domain"
    echo "TRUST_PROXY=1"
    echo "DATA_DIR=$data"
    [ "$database" = embedded ] || echo "DATABASE_URL=postgres:///butik?host=/run/postgresql&user=butik"
    echo "AUTH_SECRET=$(openssl rand -base64 32)"
    # Caddy looks every second, so it has turned to the others before a process ends.
    [ "$count" = 1 ] || echo "DRAIN_SECONDS=3"
    echo "ADMIN_EMAIL=$email"
    echo "ADMIN_PASSWORD=$(openssl rand -hex 12)"
  } >"$new"
  mv "$new" "$settings"
}

# Caddy's own file is replaced only if it is the unchanged one from Debian.
place_all() {
  local caddy=/etc/caddy/Caddyfile drop_in=$units/caddy.service.d/butik.conf
  ! dpkg-query -W -f='${Conffiles}\n' caddy | grep -qF "$caddy $(md5sum <$caddy | cut -d' ' -f1)" || rm "$caddy"
  if [ ! -e "$drop_in" ]; then
    install -D -m 644 /dev/null "$drop_in"
    printf '[Service]\nEnvironment=SHOP_HOST=%s "SHOP_UPSTREAM=%s"\n' \
      "$domain" "$(seq -s ' ' -f '127.0.0.1:300%g' "$count")" >"$drop_in"
    systemctl stop caddy
  fi
  place_files "$shop"
}

open_shop() {
  local process
  [ -n "$(processes)" ] || systemctl enable $(seq -f 'butik@%g' "$count")
  for process in $(processes); do is_open "$process" || restart "$process"; done
}

start_rest() {
  systemctl enable --now butik-backup.timer
  start_caddy
}

step 'Installing packages of Debian' install_packages
step 'Making the user butik and its folders' make_user
[ -e "$shop" ] || step "Installing the shop's files and building it" install_files
[ "$database" != postgres ] || step 'Making the database' make_database
[ -e "$settings" ] || step "Making the settings, $settings" make_settings
step 'Placing the services' place_all
step 'Opening the shop, which fills itself with a demo' open_shop
step 'Starting backups and the web server' start_rest

doing=
email=$(setting ADMIN_EMAIL)
password=$(setting ADMIN_PASSWORD)
printf '\nThe shop runs at https://%s, its panel at https://%s/admin.\n' "$domain" "$domain"
if [ -n "$password" ]; then
  printf 'Sign in as %s with the password %s (shown only now).\n' "$email" "$password"
  # The admin is made: nobody needs it in a file any more.
  sed -i '/^ADMIN_EMAIL=/d; /^ADMIN_PASSWORD=/d' "$settings"
fi
printf '%s\n' "${left[@]}"
cat <<END
What to do next:
1. Let $domain point to this machine, if it does not yet: Caddy then gets a certificate by itself.
2. Let nothing but SSH and the ports 80 and 443 be reached from outside:
   apt-get install ufw && ufw allow OpenSSH && ufw allow 80,443/tcp && ufw allow 443/udp && ufw enable
3. Open https://$domain/admin/kurulum, which leads from the demo to the first sale.
4. Have $backups and $settings copied to another machine every night.
5. Ask the shop how it is: cd $shop && runuser -u butik -- node_modules/.bin/node ops/doctor.ts
A new version is installed by its own deploy/upgrade.sh.
END
