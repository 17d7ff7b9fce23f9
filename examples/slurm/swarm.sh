#!/bin/bash
# One swarm over the ranks of an allocation. Submit it once with: sbatch examples/slurm/swarm.sh.
# It requeues itself until the run has ended; the number of tasks may be another one each time.
#SBATCH --job-name=swarm
#SBATCH --ntasks=2
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --signal=B:USR2@300
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=swarm.log

mpirun -n "$SLURM_NTASKS" "${JATO_MPI:-jato-mpi}" minimize rastrigin --dim 100 --particles "${PARTICLES:-1M}" \
  --algorithm pso --device "cpu:threads=$SLURM_CPUS_PER_TASK" --iterations "${ITERATIONS:-1M}" --no-converge --seed 1 \
  --save swarm.h5 --checkpoint "${CHECKPOINT:-5m}" --resume &
swarm=$!
# The shell gets the signal five minutes before the end, and mpirun hands it to the ranks, which save the run and
# end with 140. (At SIGTERM it would end them itself, in a second.)
trap 'kill -USR2 "$swarm"' USR2
wait "$swarm"
status=$?
if [ "$status" -eq 140 ] && kill -0 "$swarm" 2>/dev/null; then # wait was interrupted by the trap
  wait "$swarm"
  status=$?
fi
if [ "$status" -eq 140 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
