import { defineConfig } from 'vitest/config';

/** Tests that stand on the database: everything through HTTP, and the database's own promises. */
const databaseTests = [
  'server/**/*.{api,sweep,database}.test.ts',
  'server/{database,records}/**/*.test.ts',
  'server/{features,outside}/**/*.repository.test.ts',
];

export default defineConfig({
  test: {
    // Suits two cores: more workers only take turns with the database.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,demo-assistant,tools,web,e2e}/**/*.test.ts'],
          exclude: databaseTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: databaseTests,
          globalSetup: ['server/database/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'pages',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['e2e/journeys/**/*.spec.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
