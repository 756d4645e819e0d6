import type { LeftOut } from '#features/imports/contract/log-imports.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { leftOutLabels } from './import-words.ts';
import { Block } from '#web/ui/layout/layout.tsx';

/** Records that become part of no conversation, and why. */
export function LeftOutTable({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <Block above={4}>
      <DataTable caption="Left out, and why">
        <thead>
          <tr>
            <th scope="col">Why</th>
            <th scope="col">First records</th>
            <th scope="col" data-align="end">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {leftOut.map(({ reason, places, count, detail }) => (
            <tr key={reason}>
              <th scope="row">{`${leftOutLabels[reason]}${detail ? ` (${detail})` : ''}`}</th>
              <td>{places.map(formatCount).join(', ')}</td>
              <td data-align="end">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Block>
  );
}
