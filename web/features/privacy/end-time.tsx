import { formatDateTime } from '#contract/calendar/formats.ts';
import { Block } from '../../ui/layout/layout.tsx';

/** When work in the background has ended, in ISO 8601; nothing while it goes on. */
export function EndTime({ date, zone }: { date: string | null; zone: string }) {
  if (date === null) return null;
  return (
    <Block size="sm" tone="soft">
      <time dateTime={date}>{formatDateTime(date, zone)}</time>
    </Block>
  );
}
