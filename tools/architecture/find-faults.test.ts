import { describe, expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';
import { parseSource } from './source-file.ts';

type Sources = Readonly<Record<string, string>>;

const findMessages = (sources: Sources) =>
  findFaults(Object.entries(sources).map(([path, text]) => parseSource(path, text))).map(
    ({ path, severity, message }) => `${path} ${severity}: ${message}`,
  );

const refused: readonly { readonly what: string; readonly sources: Sources; readonly message: RegExp }[] = [
  {
    what: 'a feature that imports another feature, even a type',
    sources: { 'server/features/users/users.service.ts': `import type { A } from '../company/company.service.ts';` },
    message: /features never import each other/,
  },
  {
    what: 'a web feature that imports another feature',
    sources: { 'web/features/users/users-list-page.tsx': `import { a } from '../company/company.queries.ts';` },
    message: /features never import each other/,
  },
  {
    what: 'a dynamic import of another feature',
    sources: { 'web/features/users/users-page.tsx': `export const load = () => import('../audit/audit-page.tsx');` },
    message: /features never import each other/,
  },
  {
    what: 'a feature that imports an adapter of outside as a value',
    sources: { 'server/features/users/users.service.ts': `import { clock } from '../../outside/clock.ts';` },
    message: /only types of server\/outside/,
  },
  {
    what: 'a feature that imports http',
    sources: { 'server/features/users/users.routes.ts': `import { a } from '../../http/guard.ts';` },
    message: /server\/features may not import server\/http/,
  },
  {
    what: 'http that imports a feature',
    sources: { 'server/http/guard.ts': `import { a } from '../features/users/users.service.ts';` },
    message: /server\/http may not import server\/features/,
  },
  {
    what: 'the database that imports http',
    sources: { 'server/database/pool.ts': `import { a } from '../http/guard.ts';` },
    message: /server\/database may not import server\/http/,
  },
  {
    what: 'outside that imports the database',
    sources: { 'server/outside/mail/mail.ts': `export { a } from '../../database/pool.ts';` },
    message: /server\/outside may not import server\/database/,
  },
  {
    what: 'a lib that imports the database',
    sources: { 'server/lib/money.ts': `import { a } from '../database/pool.ts';` },
    message: /server\/lib may not import server\/database/,
  },
  {
    what: 'a contract that imports the server, as an import type',
    sources: { 'contract/users.ts': `export type A = import('../server/lib/money.ts').Money;` },
    message: /contract may not import server\/lib/,
  },
  {
    what: 'a contract that uses another library',
    sources: { 'contract/users.ts': `import dayjs from 'dayjs';` },
    message: /schema and contract libraries only/,
  },
  {
    what: 'web/ui that knows the router',
    sources: { 'web/ui/pager.tsx': `import { Link } from '@tanstack/react-router';` },
    message: /neither router nor API/,
  },
  {
    what: 'web/ui that imports the API',
    sources: { 'web/ui/pager.tsx': `import { a } from '../api/client.ts';` },
    message: /web\/ui may not import web\/api/,
  },
  {
    what: 'web/ui that imports the contract',
    sources: { 'web/ui/pager.tsx': `import { a } from '#contract/users.ts';` },
    message: /web\/ui may not import contract/,
  },
  {
    what: 'web/lib that imports anything of ours',
    sources: { 'web/lib/dates.ts': `import { paths } from '../paths.ts';` },
    message: /web\/lib may not import web\/paths/,
  },
  {
    what: 'a web feature that imports the app',
    sources: { 'web/features/users/users-page.tsx': `import { a } from '../../app/router.tsx';` },
    message: /web\/features may not import web\/app/,
  },
  {
    what: 'the web that imports the server',
    sources: { 'web/api/client.ts': `import type { A } from '../../server/app.ts';` },
    message: /web\/api may not import server\/app/,
  },
  {
    what: 'a page test that imports the server',
    sources: { 'web/features/users/users-page.test.tsx': `import { a } from '../../../server/app.ts';` },
    message: /web and server never import each other/,
  },
  {
    what: 'product code that imports what only tests stand on',
    sources: { 'server/app.ts': `import { a } from './database/testing/builders.ts';` },
    message: /only tests may import tests/,
  },
  {
    what: 'a repository that imports its service',
    sources: { 'server/features/users/users.repository.ts': `import { a } from './users.service.ts';` },
    message: /a repository file may not import a service file/,
  },
  {
    what: 'routes that import a repository',
    sources: { 'server/features/users/users.routes.ts': `import { a } from './users.repository.ts';` },
    message: /a routes file may not import a repository file/,
  },
  {
    what: 'a file outside every room',
    sources: { 'server/stuff/thing.ts': 'export const a = 1;' },
    message: /belongs to no room/,
  },
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

const accepted: readonly { readonly what: string; readonly sources: Sources }[] = [
  {
    what: 'a service that imports its repository, the contract and types of outside',
    sources: {
      'server/features/users/users.service.ts': `
        import type { Clock } from '../../outside/clock.ts';
        import { type Mail } from '../../outside/mail/mail.ts';
        import { userSchema } from '#contract/users.ts';
        import { findUser } from './users.repository.ts';`,
    },
  },
  {
    what: 'SQL in a repository',
    sources: {
      'server/features/users/users.repository.ts': `import { sql } from 'drizzle-orm'; export const a = sql\`x\`;`,
    },
  },
  {
    what: 'an API test that composes its own side',
    sources: { 'server/features/users/users.api.test.ts': `import { a } from '../../database/testing/builders.ts';` },
  },
  {
    what: 'a suppression with a reason',
    sources: {
      'web/ui/a.tsx':
        '// oxlint-disable-next-line react/no-danger -- the text was sanitised in one place\nexport const a = 1;',
    },
  },
  {
    what: 'words in strings and comments that only look like faults',
    sources: { 'server/lib/a.ts': `export const a = 'process.env any'; // any` },
  },
];

describe('the architecture check', () => {
  it.each(refused)('refuses $what', ({ sources, message }) => {
    expect(findMessages(sources)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });

  it.each(accepted)('accepts $what', ({ sources }) => {
    expect(findMessages(sources)).toEqual([]);
  });

  it('warns about a file of more than 200 lines without refusing it', () => {
    expect(findMessages({ 'server/lib/long.ts': 'export {};\n'.repeat(201) })).toEqual([
      expect.stringMatching(/warning: 201 lines/),
    ]);
  });

  it('names the line of a fault', () => {
    const file = parseSource('server/lib/a.ts', 'export const a = 1;\nexport const b = process.env.B;');
    expect(findFaults([file])).toMatchObject([{ path: 'server/lib/a.ts', line: 2 }]);
  });
});
