import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { previewedMessages, type MaskingPreview } from '#contract/masking.ts';
import { getProblemFields } from '../../api/form-errors.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { formatCount, formatCounted } from '../../lib/numbers.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SkeletonLines } from '../../ui/feedback/skeleton-line.tsx';
import styles from './masking-page.module.css';
import { toSettings, type MaskingValues } from './masking-words.ts';
import { maskingPreviewQuery } from './masking.queries.ts';

/** Long enough that a pattern is typed. */
const typingMs = 700;

/** Shows the values that the chosen settings mask in the newest messages, before they are saved. */
export function MaskingPreviewBox({ values }: { values: MaskingValues }) {
  // As text, because the form makes new values whenever it renders.
  const chosen = JSON.stringify(toSettings(withoutUnfinished(values)));
  const settled = useDebounced(chosen, typingMs);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    maskingPreviewQuery(JSON.parse(settled) as ReturnType<typeof toSettings>),
  );
  if (error && settled === chosen) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines label="Counting values" widths={['60%', '80%', '70%']} className={styles.preview} />;
  const isStale = isPlaceholderData || settled !== chosen;
  return (
    <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
      <div role="status" className={styles.preview}>
        {isStale ? <p className={styles.soft}>Counting again…</p> : <Total preview={data} />}
      </div>
      {data.skills.length > 0 && <Skills preview={data} />}
    </div>
  );
}

/** A row that was just added finds nothing yet, and is no mistake before it is saved. */
const withoutUnfinished = ({ patterns, ...values }: MaskingValues): MaskingValues => ({
  ...values,
  patterns: patterns.filter(({ name, pattern }) => name.trim() !== '' && pattern !== ''),
});

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [field] = getProblemFields(error);
  return (
    <div className={styles.trial} role="status">
      <p className={styles.problem}>{field?.message ?? toErrorWords(error)}</p>
      {!field && (
        <Button variant="default" onClick={onRetry}>
          Count again
        </Button>
      )}
    </div>
  );
}

function Total({ preview: { messages, isWhole, values, kinds } }: { preview: MaskingPreview }) {
  if (messages === 0) return <p className={styles.soft}>There are no messages yet that you may read.</p>;
  return (
    <>
      <p>
        <strong>{values === 0 ? 'No values' : formatCounted(values, 'values')}</strong>{' '}
        <span>{`would be masked in the newest ${formatCounted(messages, 'messages')}.`}</span>
      </p>
      {!isWhole && (
        <p className={styles.soft}>
          {`There was no time for all of the newest ${formatCount(previewedMessages)} messages: long texts or slow patterns are not counted.`}
        </p>
      )}
      {kinds.length > 0 && (
        <ul className={styles.counts}>
          {kinds.map(({ label, values: count }) => (
            <li key={label}>{`${label} ${formatCount(count)}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const mostSkills = 12;

function Skills({ preview: { skills } }: { preview: MaskingPreview }) {
  const hasExamples = skills.some(({ examples }) => examples.length > 0);
  return (
    <>
      <table className={styles.skills}>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Values</th>
            {hasExamples && <th scope="col">What readers would get</th>}
          </tr>
        </thead>
        <tbody>
          {skills.slice(0, mostSkills).map(({ name, values, examples }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(values)}</td>
              {hasExamples && (
                <td>
                  {examples.map((example) => (
                    <p key={example} dir="auto">
                      {example}
                    </p>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {skills.length > mostSkills && (
        <p className={styles.soft}>{`And ${formatCounted(skills.length - mostSkills, 'skills')} with fewer values.`}</p>
      )}
      {!hasExamples && <p className={styles.soft}>Examples are shown to those who may unmask conversations.</p>}
    </>
  );
}
