import type { AvailableSkillsPart as Part } from '#contract/analytics/message-parts.ts';
import styles from './parts.module.css';

/** The skills that the assistant offered, by group. */
export function AvailableSkillsPart({ part }: { part: Part }) {
  // Neither groups nor skills promise to be unlike each other.
  const groups = part.groups.map(({ name, data }, index) => ({
    key: `group ${index}`,
    name,
    skills: data.map((skill, place) => ({ key: `skill ${place}`, name: skill.name })),
  }));
  return (
    <div className={styles.groups}>
      {groups.map(({ key, name, skills }) => (
        <section key={key}>
          <p className={styles.groupName} dir="auto">
            {name}
          </p>
          <ul className={styles.skills}>
            {skills.map((skill) => (
              <li key={skill.key} dir="auto">
                {skill.name}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
