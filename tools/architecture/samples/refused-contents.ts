import type { RefusedSample } from './refused-arrows.ts';

/** Names and contents that the rules refuse. */
export const refusedContents: readonly RefusedSample[] = [
  {
    what: 'a barrel',
    sources: { 'web/ui/index.ts': `export * from './pager.tsx';` },
    message: /no barrels/,
  },
  {
    what: 'a doc block that begins with no noun',
    sources: { 'web/ui/a.ts': '/**\n * Of a long list.\n */\nexport const a = 1;' },
    message: /a doc block begins with a noun, a verb or a code name, not with "Of"/,
  },
  {
    what: 'a folder named utils',
    sources: { 'server/lib/utils/money.ts': 'export const a = 1;' },
    message: /"utils" does not describe/,
  },
  {
    what: 'a folder that is not kebab-case',
    sources: { 'web/Ui/pager.tsx': 'export const a = 1;' },
    message: /"Ui" is not kebab-case/,
  },
  {
    what: 'a folder of more than 30 files',
    sources: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`server/lib/a${index}.ts`, 'export {};'])),
    message: /server\/lib 31 files, at most 30/,
  },
  {
    what: 'a refused word in a name, in the plural and among others',
    sources: { 'tools/a.ts': 'export function list({ allTenants }: A) {}' },
    message: /a\.ts "allTenants": the glossary says "company", not "tenant"/,
  },
  {
    what: 'refused words in a type',
    sources: { 'tools/a.ts': 'export interface BilledRun {}' },
    message: /"BilledRun": the glossary says "usage event"/,
  },
  {
    what: 'a refused word in the name of a file',
    sources: { 'tools/tenant-wall.ts': 'export {};' },
    message: /the glossary says "company"/,
  },
  {
    what: 'a refused word in a comment',
    sources: { 'tools/a.ts': '// Nobody reads this.' },
    message: /a\.ts "Nobody reads this\.": the glossary says "company"/,
  },
  {
    what: 'a refused word in the name of a test',
    sources: { 'tools/a.test.ts': "test.each([1])('nobody reads %d', () => {});" },
    message: /"nobody reads %d": the glossary says "company"/,
  },
  {
    what: 'a word that is not shown, on a page over two lines',
    sources: { 'features/people/web/users/a.tsx': 'export const A = () => <p>You can\n not do this.</p>;' },
    message: /"You can not do this\.": pages and mails say "cannot", not "can not"/,
  },
  {
    what: 'a word that is not shown, in a message with a placeholder',
    sources: { 'contract/a.ts': 'export const a = (b: string) => `Read the mail to ${b}.`;' },
    message: /"Read the mail to …\.": pages and mails say "e-mail", not "mail"/,
  },
  {
    what: 'a refused word in a column',
    sources: { 'server/database/migrations/0001_a.sql': 'create table a (\n  tenant_id uuid\n);' },
    message: /0001_a\.sql "tenant_id uuid": the glossary says "company"/,
  },
  {
    what: 'a refused word in a comment of a migration',
    sources: { 'server/database/migrations/0001_a.sql': '-- Nobody reads it.' },
    message: /the glossary says "company", not "nobody"/,
  },
  {
    what: 'a refused word in a document',
    sources: { 'docs/guide.md': '# Guide\n\nNobody reads it.' },
    message: /docs\/guide\.md "Nobody reads it\.": the glossary says "company"/,
  },
  {
    what: 'a class that its CSS module does not have',
    sources: {
      'web/ui/a.module.css': '.a {\n  margin: 0;\n}',
      'web/ui/a.tsx': `import styles from './a.module.css'; export const a = [styles.a, styles.b];`,
    },
    message: /web\/ui\/a\.tsx web\/ui\/a\.module\.css has no class "b"/,
  },
  {
    what: 'a CSS module that is not there',
    sources: { 'web/ui/a.tsx': `import styles from './a.module.css'; export const a = styles.a;` },
    message: /web\/ui\/a\.tsx there is no style sheet web\/ui\/a\.module\.css/,
  },
  {
    what: 'a class that no component uses',
    sources: {
      'web/ui/a.module.css': '.a {\n  margin: 0;\n}\n\n.b {\n  margin: 0;\n}',
      'web/ui/a.tsx': `import styles from './a.module.css'; export const a = styles.a;`,
    },
    message: /web\/ui\/a\.module\.css no component uses the class "b"/,
  },
  {
    what: 'a refused verb of a repository',
    sources: { 'features/people/server/users/users.repository.ts': 'export async function insertUser() {}' },
    message: /"insertUser": the glossary says "create", not "insert"/,
  },
  {
    what: 'a refused verb of a statement',
    sources: {
      'features/people/server/users/users.repository.ts': 'export const fetchUsers = statement.list({ text });',
    },
    message: /"fetchUsers": the glossary says "get", not "fetch"/,
  },
  {
    what: 'a refused verb of a service, as a constant',
    sources: { 'features/people/server/users/users.service.ts': 'export const addUser = () => {};' },
    message: /"addUser": the glossary says "create", not "add"/,
  },
  {
    what: 'a page that a journey reads once',
    sources: { 'e2e/journeys/a.spec.ts': `expect(await page.getByRole('row').count()).toBe(2);` },
    message: /a page is read once/,
  },
  {
    what: 'an address that a journey reads once',
    sources: { 'e2e/journeys/a.spec.ts': `expect(new URL(page.url()).search).toBe('');` },
    message: /a page is read once/,
  },
  {
    what: 'an SQL template in a service',
    sources: { 'features/people/server/users/users.service.ts': 'export const a = (sql: Tag) => sql`select 1`;' },
    message: /SQL belongs into repositories/,
  },
  {
    what: 'a query in operations',
    sources: { 'features/people/server/users/operations.ts': `export const a = (db: Db) => db.query('select 1');` },
    message: /SQL belongs into repositories/,
  },
  {
    what: 'the query builder imported by a service',
    sources: { 'features/people/server/users/users.service.ts': `import { eq } from 'drizzle-orm';` },
    message: /SQL belongs into repositories/,
  },
  {
    what: 'inSystem outside the list',
    sources: {
      'features/people/server/users/users.service.ts': `import { inSystem } from '../../database/with-system.ts';`,
    },
    message: /inSystem bypasses tenancy/,
  },
  {
    what: 'inSystem reached through an object, outside the list',
    sources: { 'features/people/server/users/users.service.ts': `export const a = (db: Db) => db.inSystem('x', f);` },
    message: /inSystem bypasses tenancy/,
  },
  {
    what: 'a suppression without a reason',
    sources: { 'web/ui/a.tsx': '// oxlint-disable-next-line react/no-danger\nexport const a = 1;' },
    message: /a suppression has a reason/,
  },
  {
    what: 'an expected type error without a reason',
    sources: { 'server/lib/a.ts': '// @ts-expect-error it fails\nexport const a = 1;' },
    message: /a suppression has a reason/,
  },
  {
    what: 'code that a translation changes',
    sources: { 'features/people/web/users/a.tsx': 'export const A = () => <code>a.b</code>;' },
    message: /code says translate="no"/,
  },
  {
    what: 'a sentence with a figure in two texts',
    sources: { 'features/people/web/users/a.tsx': 'export const A = ({ n }) => <p>{n} users</p>;' },
    message: /a text that changes/,
  },
  {
    what: 'a text beside an element that comes and goes',
    sources: { 'features/people/web/users/a.tsx': 'export const A = ({ is }) => <p>Users {is && <b />}</p>;' },
    message: /a text that changes/,
  },
  {
    what: 'a text that comes beside an element',
    sources: { 'features/people/web/users/a.tsx': "export const A = ({ is }) => <p><b />{is && 'Saved'}</p>;" },
    message: /a text that changes/,
  },
  {
    what: 'one of two texts beside an element',
    sources: {
      'features/people/web/users/a.tsx': "export const A = ({ is }) => <p>{is ? 'Saved' : 'Not saved'}<b /></p>;",
    },
    message: /a text that changes/,
  },
  {
    what: 'a text beside a list',
    sources: {
      'features/people/web/users/a.tsx':
        'export const A = ({ all }) => <>Users {all.map((one) => <b key={one} />)}</>;',
    },
    message: /a text that changes/,
  },
  {
    what: 'a template beside an element',
    sources: { 'features/people/web/users/a.tsx': 'export const A = ({ n }) => <p>{`${n} users`}<b /></p>;' },
    message: /a text that changes/,
  },
  {
    what: 'a formatted figure beside an element',
    sources: { 'features/people/web/users/a.tsx': 'export const A = ({ n }) => <p><b />{formatCount(n)}</p>;' },
    message: /a text that changes/,
  },
  {
    what: 'a text of an arm of a condition',
    sources: {
      'features/people/web/users/a.tsx': "export const A = ({ is, n }) => (is ? null : <p>{n ?? 'none'} <b /></p>);",
    },
    message: /a text that changes/,
  },
];
