import type { LogSettings } from '../log.ts';

/** Settings of a log with the default ones of the portal. */
export const testLog = (level: LogSettings['level'], levels: LogSettings['levels'] = 'numbers'): LogSettings => ({
  level,
  levels,
  version: '1.2.3',
});
