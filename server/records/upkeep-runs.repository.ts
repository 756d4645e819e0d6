import { systemStatement } from '../sql/statement.ts';
import { instant, integer, text } from '../sql/types.ts';

/** `audit-chain`: the check of the chains that grew. `overwrite`: tables were written anew. */
export type UpkeepName = 'audit-chain' | 'overwrite';

/** Keeps the last run of a name. */
export const recordUpkeepRun = systemStatement.run({
  text: `
    insert into upkeep_runs (name, ended_at, faults) values ($name, $endedAt, $faults)
    on conflict (name) do update set ended_at = $endedAt, faults = $faults`,
  params: { name: text, endedAt: instant, faults: integer },
});
