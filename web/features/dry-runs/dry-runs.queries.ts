import { queries } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';

export const useDryRun = () => useCall(queries.dryRuns.create);
