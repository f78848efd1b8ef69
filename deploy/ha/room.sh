#!/bin/sh
# Takes this machine out of the cluster before its disk is full. Patroni does not see that: a primary without room refuses new
# connections and keeps its office. Run by butik-room.timer on each of the three machines.
set -eu
data=${DATA:-/var/lib/postgresql}
least=${LEAST_MB:-500}
free=$(df --output=avail --block-size=1M "$data" | tail -n 1)
[ "$free" -ge "$least" ] && exit 0
echo "$data has only $free MB left, less than $least: Patroni is stopped; make room, then: systemctl start patroni" >&2
exec systemctl stop patroni
