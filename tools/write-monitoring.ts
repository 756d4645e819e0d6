import { readFileSync, writeFileSync } from 'node:fs';
import { writeDashboard } from './monitoring/dashboard.ts';
import { writeChecks } from './monitoring/checks.ts';
import { writeDocument } from './monitoring/document.ts';
import { writeRules } from './monitoring/rules.ts';
import { fromRoot } from './setup/paths.mjs';

/*
 * What an operator loads and reads is written from the catalogues of metrics and of the doctor's checks: `npm run monitoring` writes it,
 * `npm run check` compares it. It is committed, so that it is taken from a checkout or a bundle as it is.
 */
const marks = ['<!-- npm run monitoring -->\n\n', '\n\n<!-- end -->'] as const;

const read = (path: string) => readFileSync(fromRoot(...path.split('/')), 'utf8');

function replaceMarked(text: string, part: string): string {
  const [start, end] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1])];
  return `${text.slice(0, start)}${part}${text.slice(end)}`;
}

const written: Readonly<Record<string, () => string>> = {
  'deploy/prometheus/rules.yaml': writeRules,
  'deploy/grafana/steward.json': writeDashboard,
  'docs/monitoring.md': () => replaceMarked(read('docs/monitoring.md'), writeDocument()),
  'docs/production.md': () => replaceMarked(read('docs/production.md'), writeChecks()),
};

for (const [path, write] of Object.entries(written)) {
  const text = write();
  if (!process.argv.includes('--check')) writeFileSync(fromRoot(...path.split('/')), text);
  else if (read(path) !== text) {
    console.error(`${path} differs from its catalogue in contract: run "npm run monitoring" and commit it.`);
    process.exitCode = 1;
  }
}
