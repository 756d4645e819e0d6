import type { DroppedPart, DryRun } from '#features/intake/contract/dry-runs.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { describeDrop } from './dry-run-words.ts';

const kinds: Readonly<Record<DroppedPart['kind'], string>> = {
  attribute: 'Attribute',
  span: 'Span',
  'log record': 'Log record',
  trace: 'Trace',
};

/** Parts of the payload that become part of no conversation, and why. */
export function DroppedParts({ dropped }: { dropped: readonly DroppedPart[] }) {
  if (dropped.length === 0) return null;
  return (
    <Block as="section" above={8} aria-labelledby="dry-run-dropped">
      <Text as="h2" below={2} id="dry-run-dropped">
        Left out
      </Text>
      <DataTable caption="What is left out, and why">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Name</th>
            <th scope="col">Why</th>
            <th scope="col" data-align="end">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {dropped.map((part) => (
            <tr key={`${part.kind} ${part.name} ${part.reason} ${part.by}`}>
              <td>{kinds[part.kind]}</td>
              <th scope="row">
                <Text as="code" breaks="anywhere" translate="no">
                  {part.name || '(without a name)'}
                </Text>
              </th>
              <td data-wrap="anywhere">{describeDrop(part)}</td>
              <td data-align="end">{formatCount(part.count)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Block>
  );
}

/** The items that the intake would reject, the first ones. */
export function Rejections({ outcome: { rejections, rejected } }: { outcome: DryRun }) {
  if (rejected === 0) return null;
  const more = rejected - rejections.length;
  return (
    <Block as="section" above={8} aria-labelledby="dry-run-rejected">
      <Text as="h2" below={2} id="dry-run-rejected">
        Rejected
      </Text>
      <Block as="ul" bullets>
        {rejections.map(({ name, reasons }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two items can be the same; the list never changes
          <li key={index}>
            {name && (
              <Text as="code" breaks="anywhere" translate="no">
                {name}
              </Text>
            )}
            {reasons.length > 1 ? (
              <Block as="ul" bullets>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </Block>
            ) : (
              <span>{` ${reasons.join('')}`}</span>
            )}
          </li>
        ))}
        {more > 0 && <li>{`${formatCount(more)} more`}</li>}
      </Block>
    </Block>
  );
}
