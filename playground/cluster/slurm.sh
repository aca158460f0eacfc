#!/bin/sh
# A sweep as a Slurm job array.
#
#   sbatch --array=1-16 playground/cluster/slurm.sh GENERATOR --vary NAME=FROM:TO:COUNT … -o DIR/
#
# Task I of N renders the I-th part; the tasks must be numbered from 1. Submit it again to resume: finished variants are
# not rendered again. The lists of all parts, sweep.I-of-N.jsonl, together are the list of the sweep:
#
#   for part in $(seq 16); do cat DIR/sweep.$part-of-16.jsonl; done >DIR/sweep.jsonl
#SBATCH --job-name=sweep
#SBATCH --output=sweep-%A-%a.log
exec "${PLAYGROUND:-playground}" sweep "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_MAX"
