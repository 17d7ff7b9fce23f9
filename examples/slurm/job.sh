#!/bin/bash
# A search inside one allocation: jato runs on the first node, and srun starts each evaluation on a free core.
# Submit it once with: sbatch examples/slurm/job.sh. It requeues itself until the search has ended.
#SBATCH --job-name=jato
#SBATCH --ntasks=2
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --signal=B:TERM@300
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=search.log

"${JATO:-jato}" minimize --command "srun --exact --ntasks=1 --quiet ${SIMULATION:-./sim} {a} {b}" \
  --var a=-5:5 --var b=-5:5 --workers "$SLURM_NTASKS" --evaluations "${EVALUATIONS:-1000}" --seed 1 \
  --save search.h5 --resume &
search=$!
# The shell gets the signal five minutes before the end; jato saves the run and ends with 143.
trap 'kill -TERM "$search"' TERM
wait "$search"
status=$?
if [ "$status" -eq 143 ] && kill -0 "$search" 2>/dev/null; then # wait was interrupted by the trap
  wait "$search"
  status=$?
fi
if [ "$status" -eq 143 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
