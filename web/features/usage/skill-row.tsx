import { Link } from '@tanstack/react-router';
import { unmappedId } from '#contract/analytics/conversations.ts';
import type { SkillUsage } from '#contract/billing/usage.ts';
import { formatCount } from '../../lib/numbers.ts';
import { judgeBudget } from './budget/budget.ts';
import styles from './skills-table.module.css';
import { formatEuroAmount, formatEuroTotal } from '#contract/billing/euros.ts';

interface SkillRowProps {
  skill: SkillUsage;
  /** Whole cents, so that the rows add up to the total below them. */
  shownTotal: number;
  /** Of the address that has the skill's requests open. */
  search: object;
  isPresent: boolean;
  onSetLimit: ((skill: SkillUsage) => void) | undefined;
}

/** One skill. Its name leads to the requests behind it. */
export function SkillRow({ skill, shownTotal, search, isPresent, onSetLimit }: SkillRowProps) {
  return (
    <tr>
      <td data-wrap="anywhere">
        <Link
          to="."
          search={search}
          state={{ openedHere: true }}
          resetScroll={false}
          aria-haspopup="dialog"
          className={styles.name}
        >
          <bdi>{skill.name}</bdi>
        </Link>
      </td>
      <td data-align="end">
        {formatEuroAmount(skill.price)}
        {skill.prices.length > 1 && (
          <ul className={styles.prices} aria-label="Every price in the period">
            {skill.prices.map(({ price, requests }) => (
              <li key={price}>
                {formatCount(requests)} × {formatEuroAmount(price)}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-align="end">{formatCount(skill.requests)}</td>
      <td data-align="end">{formatEuroTotal(shownTotal)}</td>
      {isPresent && (
        <td data-align="end">
          <SkillLimit skill={skill} onSetLimit={skill._id === unmappedId ? undefined : onSetLimit} />
        </td>
      )}
    </tr>
  );
}

/** The limit of a skill, how far it is spent once half of it is, and the button that changes it. */
function SkillLimit({ skill, onSetLimit }: Pick<SkillRowProps, 'skill' | 'onSetLimit'>) {
  const { name, limit, total } = skill;
  const budget = limit === null ? undefined : judgeBudget(total, limit);
  const amount = limit === null ? undefined : formatEuroAmount(limit);
  return (
    <>
      {onSetLimit ? (
        <button
          type="button"
          className={styles.setLimit}
          data-unset={limit === null || undefined}
          aria-label={amount ? `Limit of ${name}: ${amount}. Change` : `Set limit of ${name}`}
          onClick={() => onSetLimit(skill)}
        >
          {amount ?? 'Set limit'}
        </button>
      ) : (
        (amount ?? '–')
      )}
      {budget?.threshold !== undefined && (
        <span className={styles.share} data-tone={budget.tone} title={budget.words}>
          {budget.threshold === 100 ? budget.words.replace('The limit is ', '') : `${budget.share} spent`}
        </span>
      )}
    </>
  );
}
