import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

export const useDryRun = () => useCall(queries.dryRuns.create);
