import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { previewedMessages, type MaskingPreview } from '#features/protection/contract/masking.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Table } from '#web/ui/layout/facts.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
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
  if (!data) return <SkeletonLines label="Counting values" widths={['60%', '80%', '70%']} />;
  const isStale = isPlaceholderData || settled !== chosen;
  return (
    <Stack gap={3} aria-busy={isStale} {...(isStale && { tone: 'soft' })}>
      <Stack gap={3} role="status">
        {isStale ? (
          <Text size="sm" tone="soft">
            Counting again…
          </Text>
        ) : (
          <Total preview={data} />
        )}
      </Stack>
      {data.skills.length > 0 && <Skills preview={data} />}
    </Stack>
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
    <Stack gap={4} align="start" role="status">
      <Text tone="red">{field?.message ?? toErrorWords(error)}</Text>
      {!field && (
        <Button variant="default" onClick={onRetry}>
          Count again
        </Button>
      )}
    </Stack>
  );
}

function Total({ preview: { messages, isWhole, values, kinds } }: { preview: MaskingPreview }) {
  if (messages === 0)
    return (
      <Text size="sm" tone="soft">
        There are no messages yet that you may read.
      </Text>
    );
  return (
    <>
      <p>
        <strong>{values === 0 ? 'No values' : formatCounted(values, 'values')}</strong>{' '}
        <span>{`would be masked in the newest ${formatCounted(messages, 'messages')}.`}</span>
      </p>
      {!isWhole && (
        <Text size="sm" tone="soft">
          {`There was no time for all of the newest ${formatCount(previewedMessages)} messages: long texts or slow patterns are not counted.`}
        </Text>
      )}
      {kinds.length > 0 && (
        <Row as="ul" gap={4} rowGap={1} align="stretch" wrap>
          {kinds.map(({ label, values: count }) => (
            <li key={label}>{`${label} ${formatCount(count)}`}</li>
          ))}
        </Row>
      )}
    </>
  );
}

const mostSkills = 12;

function Skills({ preview: { skills } }: { preview: MaskingPreview }) {
  const hasExamples = skills.some(({ examples }) => examples.length > 0);
  return (
    <>
      <Table>
        <caption className="visually-hidden">Masked values by skill</caption>
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
                    <Text key={example} dir="auto">
                      {example}
                    </Text>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {skills.length > mostSkills && (
        <Text
          size="sm"
          tone="soft"
        >{`And ${formatCounted(skills.length - mostSkills, 'skills')} with fewer values.`}</Text>
      )}
      {!hasExamples && (
        <Text size="sm" tone="soft">
          Examples are shown to those who may unmask conversations.
        </Text>
      )}
    </>
  );
}
