#!/bin/sh
# A sweep as several processes on one machine, or on many, with GNU parallel.
#
#   playground/cluster/parallel.sh PARTS GENERATOR --vary NAME=FROM:TO:COUNT … -o DIR/
#
# PARTS processes each render one part. GNU parallel starts as many at once as there are processors; its option
# --sshlogin (in the variable PARALLEL) uses other machines, which must see the same folders. Run it again to resume.
# At the end DIR/sweep.jsonl lists all variants.
set -eu
parts=$1
shift
playground=${PLAYGROUND:-playground}
seq "$parts" | parallel --halt soon,fail=1 "$playground" sweep "$@" --shard "{}/$parts"

for argument in "$@"; do dir=$argument; done # -o DIR/ comes last
for part in $(seq "$parts"); do cat "${dir%/}/sweep.$part-of-$parts.jsonl"; done >"${dir%/}/sweep.jsonl"
