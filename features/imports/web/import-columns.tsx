import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  columnRoles,
  dateFormats,
  maxSkippedRows,
  neededColumns,
  separators,
  type ColumnRole,
  type CsvSettings,
  type DateFormat,
  type RowLayout,
  type Separator,
} from '#features/imports/contract/import-settings.ts';
import type { ImportPreview } from '#features/imports/contract/log-imports.ts';
import { getChosenName } from '#contract/calendar/zone-changes.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { TimeZoneSelect } from '#web/ui/forms/time-zone-select.tsx';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { columnLabels, dateFormatLabels, separatorLabels } from './import-words.ts';
import { Block, Columns } from '#web/ui/layout/layout.tsx';
import styles from './imports.module.css';

interface Props {
  csv: CsvSettings;
  found: ImportPreview['found'];
  onChange: (csv: CsvSettings) => void;
}

/** How a CSV is read: its separator, what a row is, and which column holds what. */
export function ImportColumns({ csv, found, onChange }: Props) {
  const { timeZone } = useCurrentUser();
  const { separator, hasHeader, layout, dateFormat } = csv;
  return (
    <>
      <Columns as="fieldset" of="15rem" gap={4} align="end" measure={68}>
        <legend>Table</legend>
        <NativeSelect
          label="Separator"
          value={separator}
          data={separators.map((value) => ({ value, label: separatorLabels[value] }))}
          onChange={(event) => onChange({ ...csv, separator: event.currentTarget.value as Separator })}
        />
        <NativeSelect
          label="Each row contains"
          value={layout}
          data={[
            { value: 'message', label: 'One message' },
            { value: 'exchange', label: 'A question with its answer' },
          ]}
          onChange={(event) => onChange({ ...csv, layout: event.currentTarget.value as RowLayout })}
        />
        <NativeSelect
          label="Date format"
          description={describeFormats(found.dateFormats, dateFormat)}
          value={dateFormat}
          data={dateFormats.map((value) => ({ value, label: dateFormatLabels[value] }))}
          onChange={(event) => onChange({ ...csv, dateFormat: event.currentTarget.value as DateFormat })}
        />
        <TimeZoneSelect
          label="Time zone, if missing"
          value={csv.timeZone ?? getChosenName(timeZone)}
          onChange={(zone) => onChange({ ...csv, timeZone: zone })}
        />
        <TextInput
          label="Rows above the table"
          description="A title, or a line for a program: they are skipped."
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={csv.skippedRows ?? 0}
          onChange={(event) => onChange({ ...csv, skippedRows: toSkippedRows(event.currentTarget.value) })}
        />
        <Checkbox
          label="The first row names the columns"
          checked={hasHeader}
          onChange={(event) => onChange({ ...csv, hasHeader: event.currentTarget.checked })}
        />
      </Columns>
      <ColumnChoices csv={csv} found={found} onChange={onChange} />
      {layout === 'message' && <Speakers csv={csv} found={found} onChange={onChange} />}
      <Sample columns={found.columns} />
    </>
  );
}

const toSkippedRows = (typed: string): number => Math.min(maxSkippedRows, Number(typed.replaceAll(/\D/g, '')));

const describeFormats = (formats: readonly DateFormat[], chosen: DateFormat): string => {
  if (formats.length === 0) return 'Date format not recognised.';
  if (!formats.includes(chosen)) return 'The first dates do not fit this format.';
  const both = formats.includes('day-first') && formats.includes('month-first');
  return both ? 'The first dates fit both orders. Check them below.' : 'The first dates fit.';
};

const unused: Readonly<Record<RowLayout, readonly ColumnRole[]>> = {
  message: ['question', 'answer'],
  exchange: ['speaker', 'text'],
};

/** Needed columns and those that were found; the others are folded. A choice stays where it was made. */
function ColumnChoices({ csv, found, onChange }: Props) {
  const { layout, columns } = csv;
  const needed = neededColumns[layout];
  const [foundFirst] = useState(columns);
  const roles = columnRoles.filter((role) => !unused[layout].includes(role));
  const isShown = (role: ColumnRole) => needed.includes(role) || foundFirst[role] !== undefined;
  const folded = roles.filter((role) => !isShown(role));
  const choose = (role: ColumnRole, value: string) =>
    onChange({ ...csv, columns: { ...columns, [role]: value === '' ? undefined : Number(value) } });
  const renderChoices = (legend: string, shown: readonly ColumnRole[]) => (
    <Columns as="fieldset" of="15rem" gap={4} align="end" measure={68}>
      <legend>{legend}</legend>
      {shown.map((role) => (
        <NativeSelect
          key={role}
          label={columnLabels[role]}
          aria-required={needed.includes(role)}
          error={needed.includes(role) && columns[role] === undefined}
          value={columns[role] ?? ''}
          data={[
            { value: '', label: needed.includes(role) ? 'Choose a column' : 'None' },
            ...found.columns.map(({ name }, index) => ({ value: String(index), label: name })),
          ]}
          onChange={(event) => choose(role, event.currentTarget.value)}
        />
      ))}
    </Columns>
  );
  return (
    <>
      {renderChoices('Columns', roles.filter(isShown))}
      {folded.length > 0 && (
        <Block as="details" below={4}>
          <summary>{`Optional columns (${folded.length})`}</summary>
          {renderChoices('Optional columns', folded)}
        </Block>
      )}
    </>
  );
}

/** Which of the found values is the assistant; all others are users. */
function Speakers({ csv, found, onChange }: Props) {
  const { assistantValues } = csv;
  const known = found.speakers.map(({ value }) => value);
  const values = [...new Set([...known, ...assistantValues])];
  const toggle = (value: string, isChecked: boolean) =>
    onChange({
      ...csv,
      assistantValues: isChecked ? [...assistantValues, value] : assistantValues.filter((each) => each !== value),
    });
  if (csv.columns.speaker === undefined) return null;
  return (
    <Columns as="fieldset" of="15rem" gap={4} align="end" measure={68}>
      <legend>The assistant is</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={value}
          checked={assistantValues.includes(value)}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
        />
      ))}
    </Columns>
  );
}

function Sample({ columns }: Pick<ImportPreview['found'], 'columns'>) {
  const rows = columns[0]?.values.length ?? 0;
  return (
    <div className={styles.sample} role="region" aria-label="First rows of the file" tabIndex={0}>
      <DataTable caption="First rows of the file">
        <thead>
          <tr>
            {columns.map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns can have the same name
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id; the list never changes
            <tr key={row}>
              {columns.map(({ values }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two columns can have the same name
                <td key={index}>{values[row]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}
