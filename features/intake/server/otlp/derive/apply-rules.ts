import type { ReportedUser } from '#features/intake/contract/intake.ts';
import { toReportedName, type AttributeRule, type AttributeRules } from '#server/lib/attribute-values.ts';
import { toSkillKey } from '#server/lib/reported-names.ts';
import type { StoredFacts } from '../map/span-facts.ts';

/** The first rule, in the order of the company's attributes, that decides this and of which a fact has the value. */
function findRule(
  { attributes, rules }: AttributeRules,
  facts: readonly StoredFacts[],
  decides: (rule: AttributeRule) => boolean,
): AttributeRule | undefined {
  const deciding = rules.filter(decides);
  if (deciding.length === 0) return undefined;
  const values = new Set(
    facts.flatMap(({ facts: { values: own = [] } }) => own.map(({ attribute, digest }) => `${attribute} ${digest}`)),
  );
  return attributes
    .flatMap((attribute) => deciding.filter((rule) => rule.attribute === attribute))
    .find(({ attribute, digest }) => values.has(`${attribute} ${digest}`));
}

/**
 * A name of the sender that has a price counts first, so that no attribute takes a run off its price; then the company's
 * attributes; then the other names of the sender.
 */
export function chooseSkill(
  rules: AttributeRules,
  facts: readonly StoredFacts[],
  named: string | undefined,
): string | undefined {
  if (named !== undefined && rules.pricedKeys.includes(toSkillKey(named))) return named;
  const rule = findRule(rules, facts, ({ namesSkill }) => namesSkill);
  return rule ? toReportedName(rule) : named;
}

/** The company's attributes count before the sender's names. */
export function chooseUser(
  rules: AttributeRules,
  facts: readonly StoredFacts[],
  named: ReportedUser | undefined,
): ReportedUser | undefined {
  const rule = findRule(rules, facts, ({ namesUser }) => namesUser);
  return rule ? { id: toReportedName(rule) } : named;
}

/** Whether a run is billed; null where neither an attribute of the company nor a span says it. */
export function chooseBilled(rules: AttributeRules, facts: readonly StoredFacts[]): boolean | null {
  const rule = findRule(rules, facts, ({ isBilled }) => isBilled !== null);
  const naming = facts.find(({ facts: { billed = null } }) => billed !== null);
  return rule?.isBilled ?? naming?.facts.billed ?? null;
}
