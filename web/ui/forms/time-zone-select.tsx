import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useMemo } from 'react';

interface TimeZoneSelectProps extends Omit<NativeSelectProps, 'data' | 'value'> {
  value?: string;
}

/** A choice among the IANA zones that the browser knows, and the chosen one where it does not. */
export function TimeZoneSelect({ value = '', ...props }: TimeZoneSelectProps) {
  const zones = useMemo(() => {
    const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value]);
    return [...known].filter(Boolean).toSorted();
  }, [value]);
  return <NativeSelect data={zones} value={value} {...props} />;
}
