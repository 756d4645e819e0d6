import type { RefusedSample } from './refused-arrows.ts';

/** Names, sizes and contents that the house rules refuse. */
export const refusedContents: readonly RefusedSample[] = [
  {
    what: 'a cycle of imports',
    sources: {
      'server/lib/a.ts': `import { b } from './b.ts'; export const a = b;`,
      'server/lib/b.ts': `import { c } from './c.ts'; export const b = c;`,
      'server/lib/c.ts': `import type { a } from './a.ts'; export const c = 1;`,
    },
    message: /import cycle: server\/lib\/a\.ts → server\/lib\/b\.ts → server\/lib\/c\.ts → server\/lib\/a\.ts/,
  },
  {
    what: 'a barrel',
    sources: { 'web/ui/index.ts': `export * from './pager.tsx';` },
    message: /no barrels/,
  },
  {
    what: 'a folder named utils',
    sources: { 'server/lib/utils/money.ts': 'export const a = 1;' },
    message: /"utils" says nothing/,
  },
  {
    what: 'a file that is not kebab-case',
    sources: { 'web/ui/ConfirmDelete.tsx': 'export const a = 1;' },
    message: /"ConfirmDelete\.tsx" is not kebab-case/,
  },
  {
    what: 'a file of more than 300 lines',
    sources: { 'server/lib/long.ts': 'export {};\n'.repeat(301) },
    message: /error: 301 lines/,
  },
  {
    what: 'process.env outside the configuration',
    sources: { 'server/http/guard.ts': 'export const port = process.env.PORT;' },
    message: /process\.env is read in server\/config\.ts alone/,
  },
  {
    what: 'the environment imported from node:process',
    sources: { 'server/lib/guard.ts': `import { env } from 'node:process'; export const port = env.PORT;` },
    message: /process\.env is read in server\/config\.ts alone/,
  },
  {
    what: 'an SQL template in a service',
    sources: { 'server/features/users/users.service.ts': 'export const a = (sql: Tag) => sql`select 1`;' },
    message: /SQL lives in repositories/,
  },
  {
    what: 'a query in routes',
    sources: { 'server/features/users/users.routes.ts': `export const a = (db: Db) => db.query('select 1');` },
    message: /SQL lives in repositories/,
  },
  {
    what: 'the query builder imported by a service',
    sources: { 'server/features/users/users.service.ts': `import { eq } from 'drizzle-orm';` },
    message: /SQL lives in repositories/,
  },
  {
    what: 'withSystem outside the list',
    sources: {
      'server/features/users/users.service.ts': `import { withSystem } from '../../database/with-system.ts';`,
    },
    message: /withSystem is for what has no company yet/,
  },
  {
    what: 'withSystem reached through an object, outside the list',
    sources: { 'server/features/users/users.service.ts': `export const a = (db: Db) => db.withSystem('x', f);` },
    message: /withSystem is for what has no company yet/,
  },
  {
    what: '`any`',
    sources: { 'server/lib/loose.ts': 'export const a = (b: any) => b;' },
    message: /`any` switches the type check off/,
  },
  {
    what: 'a suppression without a reason',
    sources: { 'web/ui/a.tsx': '// oxlint-disable-next-line react/no-danger\nexport const a = 1;' },
    message: /a suppression says why/,
  },
  {
    what: 'an expected type error without a reason',
    sources: { 'server/lib/a.ts': '// @ts-expect-error it fails\nexport const a = 1;' },
    message: /a suppression says why/,
  },
  {
    what: 'work left to be done later',
    sources: { 'server/lib/a.ts': ['// TO', 'DO: later\nexport const a = 1;'].join('') },
    message: /belongs in an issue/,
  },
];
