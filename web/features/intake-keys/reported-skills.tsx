import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../ui/records/data-table.tsx';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import styles from './intake-keys-page.module.css';
import { reportedSkillsQuery, skillOptionsQuery } from './intake-keys.queries.ts';
import { ReportedSkillRow } from './reported-skill-row.tsx';

const columns = ['Name in reports', 'Conversations', 'Skill'] as const;

/** The company's words for what assistants call their skills. */
export function ReportedSkills() {
  const { data: reported } = useQuery(reportedSkillsQuery);
  const { data: options } = useQuery({ ...skillOptionsQuery, enabled: reported !== undefined && reported.length > 0 });
  const skills = options?.filter(({ isMapped }) => isMapped);
  const isEmpty = reported?.length === 0;
  return (
    <section className={styles.reported} aria-labelledby="reported-skills">
      <h2 id="reported-skills">Skills named by assistants</h2>
      <p>
        Conversations are shown under the skill that a name stands for. Names that stand for none keep their own; what
        you choose counts for past conversations too.
      </p>
      {isEmpty && <EmptyState drawing="search" text="No assistant has named a skill yet." />}
      {!isEmpty && (!reported || !skills) && <SkeletonTable columns={columns} rowCount={3} label="Loading skills" />}
      {!isEmpty && reported && skills && (
        <div className={styles.skills}>
          <DataTable caption="Skills named by assistants">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" data-align={column === 'Conversations' ? 'end' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {reported.map((each) => (
                <ReportedSkillRow key={each.id} reported={each} skills={skills} />
              ))}
            </tbody>
          </DataTable>
        </div>
      )}
    </section>
  );
}
