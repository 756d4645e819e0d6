import { defineConfig } from 'vitest/config';
import { contractRoutes } from './tools/vite/contract-routes.ts';

/** Tests that stand on the database: everything through HTTP, and the database's own promises. */
const databaseTests = [
  'server/**/*.{api,sweep,database}.test.ts',
  'server/{database,records}/**/*.test.ts',
  'server/{features,outside}/**/*.repository.test.ts',
];

/**
 * `npm run test:distributed`: every write of the coordinator goes to three servers of this machine, so that a limit would judge
 * the load alone. It is for what never ends.
 */
const isDistributed = process.env['STEWARD_TEST_WORKERS'] !== undefined;

export default defineConfig({
  test: {
    // A third of the time of tests is waiting, for timers and for the database: four workers keep two cores busy.
    maxWorkers: 4,
    // Files of one worker share the modules they import; loading them anew for each file took longer than the tests.
    isolate: false,
    // On a slow machine a wait can end too early; the run names each test that passed at its second try.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        extends: true,
        plugins: [contractRoutes()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,demo-assistant,tools,verify,web,e2e}/**/*.test.ts'],
          exclude: [...databaseTests, '**/node_modules/**'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: databaseTests,
          globalSetup: ['server/database/testing/global-setup.ts'],
          setupFiles: ['server/testing/cheap-passwords.ts'],
          testTimeout: isDistributed ? 1_800_000 : 40_000,
          hookTimeout: isDistributed ? 600_000 : 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'pages',
          isolate: false,
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['e2e/journeys/**/*.spec.ts'],
          globalSetup: ['e2e/support/testing/global-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          // As long as Playwright waits for an element (e2e/support/journey.ts).
          expect: { poll: { timeout: 20_000, interval: 50 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
