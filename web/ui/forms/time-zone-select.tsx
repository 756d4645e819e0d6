import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { foldText } from '../../lib/fold-text.ts';
import { Text } from '../layout/layout.tsx';
import menus from '../menus.module.css';

export interface TimeZoneSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: string;
  onChange?: (zone: string) => void;
}

/** Names of before, which browsers still report, with the names of today. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * A choice with a search among the IANA zones that the browser knows, and the chosen one where it does not. A zone is shown by its name of
 * today with its distance from UTC at present, and keeps the value that the browser gives it, so that no stored zone changes.
 */
export function TimeZoneSelect({ value = '', onChange, ...props }: TimeZoneSelectProps) {
  const zones = useMemo(() => listZones(value), [value]);
  return (
    <Select
      data={zones}
      value={value}
      searchable
      allowDeselect={false}
      withCheckIcon={false}
      withScrollArea={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No time zone found."
      filter={({ options, search }) => options.filter((option) => matches(option as ComboboxItem, search))}
      renderOption={({ option }) => (
        <>
          <Text as="span" grow>
            {option.label}
          </Text>
          <Text as="span" size="sm" tone="faint" number breaks="never">
            {describeOffset(option.value)}
          </Text>
        </>
      )}
      comboboxProps={{ withinPortal: false, zIndex: 10, offset: 4 }}
      classNames={{ dropdown: menus.panel ?? '', options: menus.list ?? '', option: menus.option ?? '' }}
      rightSectionProps={{ 'aria-hidden': true }}
      spellCheck={false}
      autoComplete="off"
      {...props}
      onChange={(zone) => zone !== null && onChange?.(zone)}
    />
  );
}

/** Words in any order, as people write them: `new york`. The distance from UTC is found too: `+5:30`. */
function matches({ value, label }: ComboboxItem, search: string): boolean {
  const words = foldText(search).replaceAll('_', ' ').split(' ').filter(Boolean);
  const text = foldText(label).replaceAll('_', ' ');
  return words.every(
    (word) => text.includes(word) || (/\d/.test(word) && describeOffset(value).toLowerCase().endsWith(word)),
  );
}

const offsets = new Map<string, string>();

/** `UTC+2` at present; empty for a zone that the browser does not know. */
function describeOffset(zone: string): string {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const offset = formatOffset(zone);
  offsets.set(zone, offset);
  return offset;
}

function formatOffset(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name.replace('GMT', 'UTC');
  } catch {
    return '';
  }
}

function listZones(chosen: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].filter(Boolean);
  // A browser may know a zone by both names.
  const shown = names.filter((name) => name === chosen || !names.includes(renamed[name] ?? ''));
  return shown
    .map((name) => ({ value: name, label: renamed[name] ?? name }))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}
