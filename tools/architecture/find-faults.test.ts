import { describe, expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';
import { refusedArrows } from './samples/refused-arrows.ts';
import { refusedContents } from './samples/refused-contents.ts';
import { parseSource } from './source-file.ts';

type Sources = Readonly<Record<string, string>>;

const contributing = `
# Contributing
| no row | of | tenant |

## Glossary

| word        | meaning    | never                 |
| ----------- | ---------- | --------------------- |
| company     | a customer | tenant, nobody        |
| usage event | a run      | \`billed run\`, \`hold\` |

### Verbs

| verb   | meaning  | never       |
| ------ | -------- | ----------- |
| create | a record | add, insert |
| get    | one      | fetch       |

### Shown words

| word   | meaning | never             |
| ------ | ------- | ----------------- |
| cannot |         | can not           |
| e-mail |         | mail, good for ten |

## Rules`;

function findMessages(sources: Sources): string[] {
  const all = Object.entries(sources).map(([path, text]) => ({ path, text }));
  const texts = all.filter(({ path }) => /\.(?:sql|md|css)$/.test(path));
  const files = all.filter((one) => !texts.includes(one)).map(({ path, text }) => parseSource(path, text));
  return findFaults({ files, texts, contributing }).map(({ path, message }) => `${path} ${message}`);
}

const accepted: readonly { readonly what: string; readonly sources: Sources }[] = [
  {
    what: 'texts that are elements of their own, alone, or beside what stays',
    sources: {
      'features/people/web/users/a.tsx': `
        export const A = ({ n, is, icon, children }) => (
          <p>
            <span>{n} </span> <b>Users</b> {icon}
            {is && <b>{'Saved'}</b>}
            <span>Until <time>{n}</time></span>
            {children}
          </p>
        );`,
      'features/people/web/users/a.test.tsx': 'export const A = ({ n }) => <p>{n} users</p>;',
    },
  },
  {
    what: 'a service that imports its repository, the contract and types of outside',
    sources: {
      'features/people/server/users/users.service.ts': `
        import type { Clock } from '#server/outside/clock.ts';
        import { type Mail } from '../../outside/mail/mail.ts';
        import { userSchema } from '#features/people/contract/users.ts';
        import { findUser } from './users.repository.ts';`,
    },
  },
  {
    what: 'SQL in a repository',
    sources: {
      'features/people/server/users/users.repository.ts': `import { sql } from 'drizzle-orm'; export const a = sql\`x\`;`,
    },
  },
  {
    what: 'an API test that composes its own side',
    sources: {
      'features/people/server/users/users.api.test.ts': `import { a } from '#server/database/testing/builders.ts';`,
    },
  },
  {
    what: 'a specified text, a key and an entry of the log with words that are not shown',
    sources: {
      'features/people/contract/users.ts': `export const a = { error: 'The field can not be empty!', kind: 'mail' };`,
      'features/people/server/users/users.service.ts': `log.info('the mail can not be sent');`,
    },
  },
  {
    what: 'words that are refused in names, where a comment or a library uses them',
    sources: { 'tools/a.ts': '// It holds a lock.\nimport { hold } from "lib";\nhold({ tenantry: 1 });' },
  },
  {
    what: 'a verb of the table in a repository, and another one in a helper',
    sources: {
      'features/people/server/users/users.repository.ts': 'export function createUser() {}\nfunction addAll() {}',
      'server/lib/add-up.ts': 'export function addUp() {}',
    },
  },
  {
    what: 'classes of a CSS module that a component uses',
    sources: {
      'web/ui/a.module.css': '.a,\n.b:hover > .a {\n  margin: 0.5rem;\n}\n/* .c */',
      'web/ui/a.tsx': `import styles from './a.module.css'; export const a = [styles.a, styles.b];`,
    },
  },
  {
    what: 'refused words in the glossary itself',
    sources: { 'CONTRIBUTING.md': '## Glossary\n\n| company | a customer | tenant |\n\n## Rules' },
  },
  {
    what: 'words that are refused in names, in a comment of a migration',
    sources: { 'server/database/migrations/0001_a.sql': 'create table a ( -- It holds a.\n  b text\n);' },
  },
  {
    what: 'a suppression with a reason',
    sources: {
      'web/ui/a.tsx':
        '// oxlint-disable-next-line react/no-danger -- the text was sanitised in one place\nexport const a = 1;',
    },
  },
];

describe('the architecture check', () => {
  it.each([...refusedArrows, ...refusedContents])('refuses $what', ({ sources, message }) => {
    expect(findMessages(sources)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });

  it.each(accepted)('accepts $what', ({ sources }) => {
    expect(findMessages(sources)).toEqual([]);
  });

  it('names the line of a fault', () => {
    const file = parseSource('server/lib/a.ts', 'export const a = 1;\nexport const b = sql`select 1`;');
    const findings = findFaults({ files: [file], texts: [], contributing });
    expect(findings).toMatchObject([{ path: 'server/lib/a.ts', line: 2 }]);
  });
});
