import { join } from 'node:path';
import { rootDir } from '../../../tools/setup/paths.mjs';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { runProgram } from '../../../harness/run-program.ts';

const file = 'features/billing/server/invoices/random-ledgers.api.test.ts';

export const randomLedgers = {
  title: 'Random ledgers against a model',
  method: `Runs \`${file}\` by Vitest: companies in four zones over four months, with tiers, quotas, base fees, prices and VAT that change on any day, runs by report and by authorize, late ones, reservations, credit notes over wholes and parts, and months that are issued again. Usage page, its days, dashboard, costs by each owner, lines, VAT and totals of papers, and the journal are compared with a model in BigInt, to the cent; at the end nothing is left to bill.`,
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const ledgers = isQuick ? 10 : 300;
    const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
    const env = { ...process.env, RANDOM_LEDGERS: String(ledgers) };
    const { everything, exitCode } = await runProgram(
      process.execPath,
      [vitest, 'run', '--project', 'api', file],
      rootDir,
      env,
    );
    if (exitCode !== 0) console.error(everything.slice(-4000));
    const said = /random ledgers: (\d+) ledgers, (\d+) papers, (\d+) months/.exec(everything);
    const [compared = NaN, papers = NaN, months = NaN] = (said ?? []).slice(1).map(Number);
    return [
      atMost(
        'wrong sums and runs that no invoice will bill, of which the first ends the run',
        '0',
        exitCode === 0 ? 0 : 1,
      ),
      note('ledgers', compared, ''),
      note('months of them', months, ''),
      note('invoices and credit notes', papers, ''),
    ];
  },
};
