import { defineConfig } from 'vitest/config';
import { contractRoutes } from './tools/vite/contract-routes.ts';

/** Tests that stand on the database: everything through HTTP, and the database's own promises. */
const databaseTests = [
  '{server,domain,features}/**/*.{api,sweep,database}.test.ts',
  'server/{database,records}/**/*.test.ts',
  '{server/outside,features}/**/*.repository.test.ts',
];

/**
 * `npm run test:distributed`: every write of the coordinator goes to three servers of this machine, so that a limit would judge
 * the load alone. It is for what never ends.
 */
const isDistributed = process.env['STEWARD_TEST_WORKERS'] !== undefined;

/** Limits are for what never ends: on a slow machine with other work a test may take ten times as long as alone. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
  setupFiles: ['tools/test-run/patient-waits.ts'],
};

export default defineConfig({
  test: {
    // A third of the time of tests is waiting, for timers and for the database: four workers keep two cores busy.
    maxWorkers: 4,
    // Files of one worker share the modules they import; loading them anew for each file took longer than the tests.
    isolate: false,
    // On a slow machine a wait can end too early; the run names each test that passed at its second try.
    retry: process.env['CI'] ? 1 : 0,
    ...patience,
    projects: [
      {
        extends: true,
        plugins: [contractRoutes()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,domain,features,server,demo-assistant,tools,verify,web,e2e}/**/*.test.ts'],
          exclude: [...databaseTests, '**/node_modules/**'],
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
          ...(isDistributed && { testTimeout: 1_800_000, hookTimeout: 600_000 }),
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'pages',
          isolate: false,
          environment: 'jsdom',
          include: ['{web,features}/**/*.test.tsx'],
          ...patience,
          setupFiles: [...patience.setupFiles, 'web/testing/setup.ts'],
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
        },
      },
    ],
  },
});
