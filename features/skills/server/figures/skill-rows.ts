import { can } from '#contract/capabilities.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { skillStateLabels } from '#features/skills/contract/skill-states.ts';
import { domains, skillAreas } from '#features/skills/contract/skill-values.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toListedRows, type RowColumn, type RowSet } from '#server/lib/row-file.ts';
import { canReadPrices } from '../skill-wire.ts';

type Figures = Omit<StoreFigures['skills'][number], '_id'>;

const nothing: Figures = { requests: 0, cost: 0, successRate: null };
const labels = new Map<string, string>([...skillAreas, ...domains].map(({ key, label }) => [key, label]));
const toLabel = (key: string | undefined) => (key === undefined ? null : (labels.get(key) ?? key));

/** The skills of the store with the month so far as rows. Amounts are only for those who see them in the list. */
export function toSkillRows(actor: Actor, skills: readonly Skill[], { period, skills: figures }: StoreFigures): RowSet {
  const byId = new Map(figures.map(({ _id, ...month }) => [_id, month] as const));
  const monthOf = ({ _id }: Skill) => byId.get(_id) ?? nothing;
  const month = getDay(Date.parse(period.start), actor.timeZone).slice(0, 'yyyy-mm'.length);
  const seesBilling = can(actor, 'billing.read');
  const amounts: RowColumn<Skill>[] = [
    { key: 'cost', label: `Cost (EUR ${netWords})`, value: (skill) => monthOf(skill).cost ?? null },
    { key: 'limit', label: `Monthly limit (EUR ${netWords})`, value: ({ limit = null }) => limit },
  ];
  const price: RowColumn<Skill> = {
    key: 'price',
    label: `Price (EUR ${netWords})`,
    value: (skill) => skill.price ?? null,
  };
  return toListedRows<Skill>(
    [
      { key: 'id', label: 'Skill ID', value: ({ _id }) => _id },
      { key: 'name', label: 'Skill', value: ({ name }) => name },
      { key: 'area', label: 'Area', value: ({ area }) => toLabel(area) },
      { key: 'serviceProvider', label: 'Service provider', value: ({ serviceProvider = null }) => serviceProvider },
      { key: 'domainKnowledge', label: 'Domain knowledge', value: ({ domainKnowledge }) => toLabel(domainKnowledge) },
      { key: 'status', label: 'Status', value: ({ state }) => (state === undefined ? null : skillStateLabels[state]) },
      ...(canReadPrices(actor) ? [price] : []),
      { key: 'month', label: 'Month', value: () => month },
      { key: 'requests', label: 'Requests', value: (skill) => monthOf(skill).requests },
      ...(seesBilling ? amounts : []),
      { key: 'successRate', label: 'Success rate (%)', value: (skill) => monthOf(skill).successRate },
    ],
    skills,
  );
}
