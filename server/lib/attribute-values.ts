/** A value of a mapped attribute, as it is kept: by a digest, and with what looks like personal data replaced by its kind. */
export interface SeenValue {
  readonly attribute: string;
  /** 128 bits in hexadecimal. */
  readonly digest: string;
  readonly shown: string;
}

/** Effect of a value on its conversations: the skill or user that it names, and whether they are billed. */
export interface AttributeRule {
  readonly attribute: string;
  readonly digest: string;
  readonly shown: string;
  readonly namesSkill: boolean;
  readonly namesUser: boolean;
  /** Null where the report decides. */
  readonly isBilled: boolean | null;
}

/** How a company maps attributes. */
export interface AttributeRules {
  /** Names of the attributes; the first one of which a value is mapped counts. */
  readonly attributes: readonly string[];
  readonly rules: readonly AttributeRule[];
  /** Keys of reported skills with a price, which no attribute replaces. */
  readonly pricedKeys: readonly string[];
}

export const noRules: AttributeRules = { attributes: [], rules: [], pricedKeys: [] };

/** The name under which a mapped value is reported, as a skill or as the id of a user. */
export const toReportedName = ({ attribute, shown }: Pick<AttributeRule, 'attribute' | 'shown'>): string =>
  `${attribute}=${shown}`.slice(0, 200).toWellFormed();
