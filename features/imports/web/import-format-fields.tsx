import { NativeSelect } from '@mantine/core';
import {
  importEncodings,
  importFormatLabels,
  importFormats,
  type CsvSettings,
  type ImportEncoding,
  type ImportFormat,
  type ImportSettings,
} from '#features/imports/contract/import-settings.ts';
import type { ImportPreview } from '#features/imports/contract/log-imports.ts';
import { encodingLabels } from './import-words.ts';
import { Columns } from '#web/ui/layout/layout.tsx';

interface Props {
  settings: ImportSettings;
  found: ImportPreview['found'];
  onChange: (settings: ImportSettings) => void;
}

/** Settings of a CSV in which no table was found. */
const emptyCsv: CsvSettings = {
  separator: ',',
  hasHeader: true,
  layout: 'message',
  dateFormat: 'iso',
  columns: {},
  assistantValues: ['assistant'],
};

/** The format and the encoding, with what the file was found to be. */
export function ImportFormatFields({ settings, found, onChange }: Props) {
  const { format, encoding, csv } = settings;
  const chooseFormat = (chosen: ImportFormat) => {
    const isTable = chosen === 'csv' || found.columns.length > 0;
    onChange({ ...settings, format: chosen, csv: isTable ? (csv ?? emptyCsv) : undefined });
  };
  return (
    <Columns as="fieldset" of="15rem" gap={4} align="end" measure={68}>
      <legend>Format</legend>
      <NativeSelect
        label="Format of the file"
        description={`Found: ${importFormatLabels[found.format]}`}
        value={format}
        data={importFormats.map((value) => ({ value, label: importFormatLabels[value] }))}
        onChange={(event) => chooseFormat(event.currentTarget.value as ImportFormat)}
      />
      <NativeSelect
        label="Encoding"
        description={`Found: ${encodingLabels[found.encoding]}`}
        value={encoding}
        data={importEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
        onChange={(event) => onChange({ ...settings, encoding: event.currentTarget.value as ImportEncoding })}
      />
    </Columns>
  );
}
