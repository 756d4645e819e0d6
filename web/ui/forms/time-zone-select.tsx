import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useMemo } from 'react';

interface TimeZoneSelectProps extends Omit<NativeSelectProps, 'data' | 'value'> {
  value?: string;
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
 * A choice among the IANA zones that the browser knows, and the chosen one where it does not. A zone is shown by its name of
 * today and keeps the value that the browser gives it, so that no stored zone changes.
 */
export function TimeZoneSelect({ value = '', ...props }: TimeZoneSelectProps) {
  const zones = useMemo(() => listZones(value), [value]);
  return <NativeSelect data={zones} value={value} {...props} />;
}

function listZones(chosen: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].filter(Boolean);
  // A browser may know a zone by both names.
  const shown = names.filter((name) => name === chosen || !names.includes(renamed[name] ?? ''));
  return shown
    .map((name) => ({ value: name, label: renamed[name] ?? name }))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}
