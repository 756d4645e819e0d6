import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SkillStateChange } from '#contract/skills/company-skills.ts';
import { skillStateLabels } from '#contract/skills/skill-states.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import styles from './skill-history.module.css';
import { transitionWords } from './state-words.ts';

/** Who changed the state of the skill, when and why, newest first. */
export function SkillHistory({ history }: { history: readonly SkillStateChange[] }) {
  const { timeZone } = useCurrentUser();
  return (
    <section className={styles.section} aria-labelledby="skill-history">
      <h2 id="skill-history">History</h2>
      {history.length === 0 ? (
        <p className={styles.none}>The state of this skill has not changed yet.</p>
      ) : (
        <ol className={styles.list}>
          {history.map(({ date, transition, from, to, reason, actor }) => (
            <li key={`${date} ${transition} ${to}`}>
              <span className={styles.what}>{transitionWords[transition]}</span>
              <span>{`${skillStateLabels[from]} to ${skillStateLabels[to]}`}</span>
              <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
              <span className={styles.who}>
                <bdi translate="no">{actor.name}</bdi>, <bdi translate="no">{actor.email}</bdi>
              </span>
              {reason !== null && (
                <span className={styles.reason} dir="auto">
                  {reason}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
