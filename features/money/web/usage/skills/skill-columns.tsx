import { unmappedId } from '#contract/conversations/conversations.ts';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';
import { describeBaseFee } from '#features/money/contract/costs/tier-words.ts';
import type { SkillUsage } from '#features/money/contract/usage.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { judgeBudget } from '../budget/budget.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { comparisons } from './usage-sort.ts';

interface SkillContext {
  isPresent: boolean;
  /** Undefined for users who may not set limits. */
  onSetLimit: ((skill: SkillUsage) => void) | undefined;
}

/** The columns of the usage table (section 2.3), by the names of the address. */
export const skillColumns = defineColumns<SkillUsage, SkillContext>([
  {
    key: 'byName',
    label: 'Skill name',
    look: 'quiet-link',
    overflow: 'anywhere',
    isLink: true,
    text: ({ name }) => name,
    sort: comparisons.byName,
  },
  {
    key: 'byCost',
    label: 'Cost per request',
    width: '17%',
    narrowWidth: '22%',
    align: 'end',
    cell: (skill) => <Prices {...skill} />,
    sort: comparisons.byCost,
  },
  {
    key: 'byRequest',
    label: 'Total requests',
    width: '15%',
    narrowWidth: '20%',
    align: 'end',
    text: ({ requests }) => formatCount(requests),
    sort: comparisons.byRequest,
  },
  {
    key: 'byTotalCost',
    label: 'Total cost',
    width: '14%',
    narrowWidth: '16%',
    align: 'end',
    text: ({ total }) => formatEuroTotal(total),
    sort: comparisons.byTotalCost,
  },
  {
    key: 'limit',
    label: 'Limit',
    width: '16%',
    narrowWidth: '14%',
    align: 'end',
    isShown: ({ isPresent }) => isPresent,
    cell: (skill, { onSetLimit }) => (
      <SkillLimit skill={skill} onSetLimit={skill._id === unmappedId ? undefined : onSetLimit} />
    ),
  },
]);

/** The present price, and every price of the period where there were several. */
function Prices({ price: present, prices, terms }: SkillUsage) {
  const isFree = present === 0 && terms === undefined && prices.every(({ price }) => price === 0);
  return (
    <>
      <span>{formatEuroAmount(present)}</span>
      {isFree && (
        <Text as="span" block size="xs" tone="faint">
          Free, on no invoice
        </Text>
      )}
      {prices.length > 1 && (
        <Block as="ul" size="xs" tone="faint" above="hair" aria-label="Prices in this period">
          {prices.map(({ price, requests }) => (
            <li key={price}>{`${formatCount(requests)} × ${formatEuroAmount(price)}`}</li>
          ))}
        </Block>
      )}
      {terms && (
        <Text as="span" block size="xs" tone="faint">
          {[terms.tiers && 'In tiers', describeBaseFee(terms.baseFee)].filter(Boolean).join(', ')}
        </Text>
      )}
    </>
  );
}

interface SkillLimitProps {
  skill: SkillUsage;
  onSetLimit: ((skill: SkillUsage) => void) | undefined;
}

/** The limit with the button that changes it, and its spent share from one half on. */
function SkillLimit({ skill, onSetLimit }: SkillLimitProps) {
  const { name, limit, spent, reachedOn } = skill;
  const since = reachedOn === undefined ? '' : ` since ${formatShortDay(reachedOn)}`;
  const budget = limit === null ? undefined : judgeBudget(spent, limit);
  const amount = limit === null ? undefined : formatEuroAmount(limit);
  return (
    <>
      {onSetLimit ? (
        <LinkButton
          isQuiet={limit !== null}
          aria-label={amount ? `Limit of ${name}: ${amount}. Change` : `Set limit of ${name}`}
          onClick={() => onSetLimit(skill)}
        >
          {amount ?? 'Set limit'}
        </LinkButton>
      ) : (
        <span>{amount ?? '–'}</span>
      )}
      {budget?.threshold !== undefined && (
        <Text as="span" block size="xs" tone={budget.tone} title={budget.words}>
          {budget.threshold === 100 ? `${budget.words}${since}` : `${budget.share} spent`}
        </Text>
      )}
    </>
  );
}
