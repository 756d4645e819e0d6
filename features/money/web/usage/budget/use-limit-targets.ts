import { netWords } from '#features/billing/contract/vat-words.ts';
import type { AccountLimit, Support } from '#features/money/contract/limit-forms.ts';
import type { SkillUsage, Usage } from '#features/money/contract/usage.ts';
import type { LimitTarget } from './limit-dialog.tsx';
import { useUpdateLimits } from '../usage.queries.ts';

const monthly = `Maximum spend per calendar month ${netWords}, e.g. 1500 or 99.50.`;

/** The limits of the page for `LimitDialog`. */
export function useLimitTargets() {
  const updates = useUpdateLimits();
  return {
    account: ({ limit, limitAction, limitVersion }: Usage): LimitTarget => ({
      name: 'Account limit',
      title: 'Account spending limit',
      stored: { limit, action: limitAction, version: limitVersion },
      description: monthly,
      save: (wanted, version, action) =>
        updates.account.mutateAsync({ body: { limit: wanted, version, ...(action && { action }) } }),
      readCurrent: (record) => record as AccountLimit,
    }),
    skill: ({ _id: id, name, limit, limitAction, limitVersion }: SkillUsage): LimitTarget => ({
      name: `Limit of ${name}`,
      title: `Spending limit of ${name}`,
      stored: { limit, action: limitAction, version: limitVersion },
      description: monthly,
      save: (wanted, version, action) =>
        updates.skill.mutateAsync({ params: { id }, body: { limit: wanted, version, ...(action && { action }) } }),
      readCurrent: (record) => record as AccountLimit,
    }),
    support: ({ limit, version: stored }: Support): LimitTarget => ({
      name: 'Overall support limit',
      title: 'Overall support limit',
      stored: { limit, version: stored },
      description: monthly,
      save: (wanted, version) => updates.support.mutateAsync({ body: { limit: wanted, version } }),
      readCurrent: (record) => record as Support,
    }),
    supportItem: ({ data, version: stored }: Support, id: string): LimitTarget => ({
      name: `${findType(data, id)} support limit`,
      title: `${findType(data, id)} support limit`,
      stored: { limit: findItemLimit(data, id), version: stored },
      description: monthly,
      save: (limit, version) => updates.support.mutateAsync({ body: { data: [{ _id: id, limit }], version } }),
      readCurrent: (record) => {
        const current = record as Support;
        return { limit: findItemLimit(current.data, id), version: current.version };
      },
    }),
  };
}

const findType = (items: Support['data'], id: string) => items.find(({ _id }) => _id === id)?.type ?? '';
const findItemLimit = (items: Support['data'], id: string) => items.find(({ _id }) => _id === id)?.limit ?? null;
