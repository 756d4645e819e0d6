import SaxonJS from 'saxon-js';
import { readPacked } from './packed.ts';

/** The compiled rules in `rules`, whose README names their sources and licences. */
type RuleSet = 'en16931-cii' | 'en16931-ubl' | 'xrechnung-cii' | 'xrechnung-ubl';

const loaded = new Map<RuleSet, unknown>();

function getRules(name: RuleSet): unknown {
  const rules = loaded.get(name) ?? readPacked(`${name}.sef`);
  loaded.set(name, rules);
  return rules;
}

/** The check digits of an IBAN, by integers of up to 35 digits, which Saxon-JS computes as floats. */
const uncomputable = '[BR-DE-19]';

const failed = /<svrl:failed-assert[^]*?<svrl:text>([^]*?)<\/svrl:text>/g;

/** The rules that a document violates, with their texts; warnings count as well. */
export function listViolations(name: RuleSet, xml: string): string[] {
  const { principalResult } = SaxonJS.transform(
    { stylesheetInternal: getRules(name), sourceText: xml, destination: 'serialized' },
    'sync',
  );
  const texts = [...principalResult.matchAll(failed)].map(([, text = '']) => text.trim());
  return texts.filter((text) => !text.startsWith(uncomputable));
}
