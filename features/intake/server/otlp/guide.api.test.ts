import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeSender, readStored } from './testing/stored.ts';

const portal = useTestPortal();
const run = promisify(execFile);
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

/** The first example of the guide in this language, with the address and the key of this portal. */
async function readExample(language: string): Promise<string> {
  const guide = await readFile(new URL('../../../../docs/connect-an-assistant.md', import.meta.url), 'utf8');
  const [, example] = new RegExp(`\`\`\`${language}\\n(.+?)\n\`\`\``, 's').exec(guide) ?? [];
  if (example === undefined) throw new Error(`The guide has no example in ${language}.`);
  return example.replaceAll('https://portal.example', portal().url).replaceAll('stwk_…', key);
}

test('the OpenTelemetry example reports turns, with what was done in them, as it is copied', async () => {
  const use = `
    const person = { conversation: 'g-1', user: 'mari@acme.example' };
    const callTool = () => tracer.startSpan('tool', { attributes: { 'gen_ai.operation.name': 'execute_tool' } }).end();
    await answer('How many days?', { ...person, askModel: async () => { callTool(); return 'Twelve.'; } });
    const fail = async () => { throw new Error('no model'); };
    await answer('And now?', { ...person, conversation: 'g-2', askModel: fail }).catch(() => undefined);
    await provider.shutdown();`;
  const program = `${await readExample('js')}\n${use}`;
  await run(process.execPath, ['--input-type=module', '--eval', program], { timeout: 30_000 });
  expect(await readStored(portal(), companyId)).toMatchObject([
    {
      id: 'g-1',
      status: 'Completed',
      skill: 'Leave requests',
      user: 'email:mari@acme.example id:mari@acme.example',
      apiCalls: 1,
      texts: ['How many days?', 'Twelve.'],
      requests: [{}],
    },
    { id: 'g-2', status: 'Error', texts: ['And now?'], requests: [{}] },
  ]);
});

test('the example with curl reports its conversation as it is copied', async () => {
  await run('sh', ['-c', await readExample('sh')], { timeout: 30_000 });
  expect(await readStored(portal(), companyId)).toMatchObject([
    { id: 'c-4711', status: 'Completed', skill: 'Leave requests', texts: ['Days left?', 'Twelve.'], requests: [{}] },
  ]);
});
