import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

export function useDryRun() {
  return useMutation(queries.dryRuns.create.mutationOptions({ gcTime: 0 }));
}
