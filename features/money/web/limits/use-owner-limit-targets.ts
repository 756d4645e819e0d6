import { netWords } from '#features/billing/contract/vat-words.ts';
import type { AccountLimit } from '#features/money/contract/limit-forms.ts';
import type { OwnerLimit } from '#features/money/contract/limits/owner-limits.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import type { LimitTarget } from '../usage/budget/limit-dialog.tsx';

const monthly = `Maximum spend per calendar month ${netWords}, e.g. 20 or 7.50.`;
const readCurrent = (record: object) => record as AccountLimit;

/** Limits of owners for `LimitDialog`. */
export function useOwnerLimitTargets() {
  const update = useCall(queries.ownerLimits.update, { changes: [queries.ownerLimits] });
  return {
    owner: ({ kind, owner, name, limit, action, version: stored }: OwnerLimit): LimitTarget => ({
      name: `Limit of ${name}`,
      title: `Spending limit of ${name}`,
      stored: { limit, action, version: stored },
      description: monthly,
      save: (wanted, version, chosen) =>
        update.mutateAsync({ body: { kind, owner, limit: wanted, version, ...(chosen && { action: chosen }) } }),
      readCurrent,
    }),
    eachPerson: ({ limit, action, version: stored }: AccountLimit): LimitTarget => ({
      name: 'Limit of each person',
      title: 'Spending limit of each person',
      stored: { limit, action, version: stored },
      description: `${monthly} An own limit of a person counts instead.`,
      save: (wanted, version, chosen) =>
        update.mutateAsync({
          body: { kind: 'eachPerson', limit: wanted, version, ...(chosen && { action: chosen }) },
        }),
      readCurrent,
    }),
  };
}
