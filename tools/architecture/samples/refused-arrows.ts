/** The text of some files by path, and what the check says of them. */
export interface RefusedSample {
  readonly what: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly message: RegExp;
}

/** Imports against the arrows, each in the smallest file that shows it. */
export const refusedArrows: readonly RefusedSample[] = [
  {
    what: 'a feature that imports another feature, even a type',
    sources: {
      'features/people/server/users/users.service.ts': `import type { A } from '#features/company/server/company.service.ts';`,
    },
    message: /features never import each other/,
  },
  {
    what: 'a web feature that imports another feature',
    sources: {
      'features/people/web/users/users-list-page.tsx': `import { a } from '#features/company/web/company.queries.ts';`,
    },
    message: /features never import each other/,
  },
  {
    what: 'the pages of a feature that import its server',
    sources: { 'features/people/web/users/a.ts': `import type { A } from '../../server/users/users.service.ts';` },
    message: /features never import each other, nor their pages their server/,
  },
  {
    what: 'a dynamic import of another feature',
    sources: {
      'features/people/web/users/users-page.tsx': `export const load = () => import('#features/protection/web/audit/audit-page.tsx');`,
    },
    message: /features never import each other/,
  },
  {
    what: 'a feature that imports an adapter of outside as a value',
    sources: { 'features/people/server/users/users.service.ts': `import { clock } from '#server/outside/clock.ts';` },
    message: /only types of server\/outside/,
  },
  {
    what: 'a feature that imports http',
    sources: { 'features/people/server/users/operations.ts': `import { a } from '#server/http/guard.ts';` },
    message: /features\/server may not import server\/http/,
  },
  {
    what: 'http that imports a feature',
    sources: { 'server/http/guard.ts': `import { a } from '#features/people/server/users/users.service.ts';` },
    message: /server\/http may not import features\/server/,
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
    sources: { 'features/people/contract/users.ts': `export type A = import('#server/lib/money.ts').Money;` },
    message: /contract may not import server\/lib/,
  },
  {
    what: 'a contract that uses another library',
    sources: { 'features/people/contract/users.ts': `import dayjs from 'dayjs';` },
    message: /schema and contract libraries only/,
  },
  {
    what: 'web/ui that imports the API',
    sources: { 'web/ui/pager.tsx': `import { a } from '../api/client.ts';` },
    message: /web\/ui may not import web\/api/,
  },
  {
    what: 'web/ui that imports the contract',
    sources: { 'web/ui/pager.tsx': `import { a } from '#features/people/contract/users.ts';` },
    message: /web\/ui may not import contract/,
  },
  {
    what: 'web/lib that imports anything of ours',
    sources: { 'web/lib/settings.ts': `import { paths } from '../paths.ts';` },
    message: /web\/lib may not import web\/paths/,
  },
  {
    what: 'a web feature that imports the app',
    sources: { 'features/people/web/users/users-page.tsx': `import { a } from '#web/app/router.tsx';` },
    message: /features\/web may not import web\/app/,
  },
  {
    what: 'the web that imports the server',
    sources: { 'web/api/client.ts': `import type { A } from '../../server/app/build-app.ts';` },
    message: /web\/api may not import server\/app/,
  },
  {
    what: 'a page test that imports the server',
    sources: { 'features/people/web/users/users-page.test.tsx': `import { a } from '#server/app/build-app.ts';` },
    message: /web and server never import each other/,
  },
  {
    what: 'product code that imports what only tests stand on',
    sources: { 'server/app/build-app.ts': `import { a } from './database/testing/builders.ts';` },
    message: /only tests may import tests/,
  },
  {
    what: 'a repository that imports its service',
    sources: { 'features/people/server/users/users.repository.ts': `import { a } from './users.service.ts';` },
    message: /a file of repository may not import one of service/,
  },
  {
    what: 'operations that import a repository',
    sources: { 'features/people/server/users/operations.ts': `import { a } from './users.repository.ts';` },
    message: /a file of operations may not import one of repository/,
  },
  {
    what: 'an import of the server by the demo assistant',
    sources: { 'demo-assistant/main.ts': `import { a } from '../server/config/config.ts';` },
    message: /demo-assistant may not import server\/config/,
  },
  {
    what: 'a file outside every room',
    sources: { 'server/stuff/thing.ts': 'export const a = 1;' },
    message: /belongs to no room/,
  },
];
