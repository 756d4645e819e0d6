import { openKillablePortal, type KillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, removeFolder, waitForDemo } from '../../harness/portal.ts';
import { createVerdict, type Outcome, type Verdict } from '../check.ts';
import { withMailServer, type MailServer } from '../mail-server.ts';

export interface FaultWorld {
  readonly program: KillablePortal;
  readonly dataDir: string;
  readonly verdict: Verdict;
}

/** Starts a portal with the demo's companies, without conversations, for the time of one check, which may kill it. */
export async function withFaultPortal(
  settings: NodeJS.ProcessEnv,
  work: (world: FaultWorld) => Promise<Omit<Outcome, 'faults'>>,
): Promise<Outcome> {
  const dataDir = makeDataDir();
  const verdict = createVerdict();
  const program = openKillablePortal(dataDir, { LOG_LEVEL: 'info', ...settings });
  try {
    await waitForDemo(await program.current());
    return { ...(await work({ program, dataDir, verdict })), faults: verdict.faults() };
  } finally {
    await (await program.current().catch(() => undefined))?.stop();
    removeFolder(dataDir);
  }
}

/** The same with a mail server to which the portal delivers. */
export const withMailPortal = (
  settings: NodeJS.ProcessEnv,
  work: (world: FaultWorld & { readonly server: MailServer }) => Promise<Omit<Outcome, 'faults'>>,
): Promise<Outcome> =>
  withMailServer((server, ofServer) =>
    withFaultPortal({ ...ofServer, ...settings }, (world) => work({ ...world, server })),
  );
