import type { Check } from '../check.ts';
import { calendarChanges } from './calendar-changes.ts';
import { clockJumps } from './clock-jumps.ts';
import { databaseAway } from './database-away.ts';
import { distributed } from './distributed/distributed.ts';
import { fileKills } from './file-kills.ts';
import { fullDisk } from './full-disk.ts';
import { hangingIntegration } from './hanging-integration.ts';
import { invoiceKills } from './invoice-kills.ts';
import { killedMigration } from './killed-migration.ts';
import { kills } from './kills.ts';
import { limitKills } from './limit-kills.ts';
import { mailAway } from './mail-away.ts';
import { mailKills } from './mail-kills.ts';
import { overload } from './overload.ts';
import { restoreDisk } from './restore-disk.ts';
import { restoreKills } from './restore-kills.ts';
import { secondStart } from './second-start.ts';
import { sigterm } from './sigterm.ts';
import { standby } from './distributed/standby.ts';
import { upgrade } from './upgrade.ts';

/** In the order in which they are brought about. */
export const faults: Readonly<Record<string, Check>> = {
  kills,
  limitKills,
  mailKills,
  invoiceKills,
  fileKills,
  fullDisk,
  databaseAway,
  mailAway,
  hangingIntegration,
  overload,
  sigterm,
  clockJumps,
  calendarChanges,
  secondStart,
  killedMigration,
  restoreKills,
  restoreDisk,
  upgrade,
  distributed,
  standby,
};
