import type { AccountLimit, Support } from '#contract/billing/limit-forms.ts';
import type { SkillUsage, Usage } from '#contract/billing/usage.ts';
import type { LimitTarget } from './limit-dialog.tsx';
import { useUpdateLimits } from '../usage.queries.ts';

const monthly = 'What may be spent in a calendar month, for example 1500 or 99.50.';

/** The limits of the page for `LimitDialog`. */
export function useLimitTargets() {
  const updates = useUpdateLimits();
  return {
    account: ({ limit, limitVersion }: Usage): LimitTarget => ({
      name: 'the account',
      stored: { limit, version: limitVersion },
      description: monthly,
      save: (wanted, version) => updates.account.mutateAsync({ body: { limit: wanted, version } }),
      readCurrent: (record) => record as AccountLimit,
    }),
    skill: ({ _id: id, name, limit, limitVersion }: SkillUsage): LimitTarget => ({
      name,
      stored: { limit, version: limitVersion },
      description: monthly,
      save: (wanted, version) => updates.skill.mutateAsync({ params: { id }, body: { limit: wanted, version } }),
      readCurrent: (record) => record as AccountLimit,
    }),
    support: ({ limit, version: stored }: Support): LimitTarget => ({
      name: 'all support',
      stored: { limit, version: stored },
      description: monthly,
      save: (wanted, version) => updates.support.mutateAsync({ body: { limit: wanted, version } }),
      readCurrent: (record) => record as Support,
    }),
    supportItem: ({ data, version: stored }: Support, id: string): LimitTarget => ({
      name: `${data.find(({ _id }) => _id === id)?.type ?? ''} support`,
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

const findItemLimit = (items: Support['data'], id: string) => items.find(({ _id }) => _id === id)?.limit ?? null;
