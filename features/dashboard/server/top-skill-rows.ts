import type { TopSkillRow } from '#features/dashboard/contract/analytics.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The list of top skills as rows. */
export function toTopSkillRows(skills: readonly TopSkillRow[]): RowSet {
  return toListedRows<TopSkillRow>(
    [
      { key: 'id', label: 'Skill', value: ({ _id }) => _id },
      { key: 'name', label: 'Name', value: ({ name }) => name },
      { key: 'conversations', label: 'Conversations', value: ({ total }) => total },
    ],
    skills,
  );
}
