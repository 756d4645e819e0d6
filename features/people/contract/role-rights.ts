import { roles, type Role } from '#contract/roles.ts';

/* Without the schemas, so that pages that only ask for a capability load no zod. */

interface Right {
  /** The least first; each level holds what the ones before it hold. */
  readonly levels: readonly string[];
  /** Levels that sections 1 and 6 of the specification give each role. */
  readonly defaults: Readonly<Record<Role, string>>;
}

const forEveryRole = <Level extends string>(level: Level) =>
  ({ SuperAdmin: level, Admin: level, User: level, TechnicalUser: level }) as const;

const forSuperAdmins = <Level extends string>(level: Level) =>
  ({ ...forEveryRole('none'), SuperAdmin: level }) as const;

/** The rights that a company sets by role, in the order of the page. */
export const rights = {
  /** The conversations of the log with their messages and pictures: of all users, or those with the person's own user. */
  transcripts: { levels: ['none', 'own', 'all'], defaults: forEveryRole('all') },
  /** To read one conversation unmasked for a while. */
  unmasking: { levels: ['none', 'allow'], defaults: forSuperAdmins('allow') },
  company: { levels: ['none', 'read', 'change'], defaults: forEveryRole('change') },
  vatNumber: { levels: ['none', 'read', 'change'], defaults: forEveryRole('change') },
  // The pages are those of who manages people; the API answers an Admin, because the profile names its readers.
  people: { levels: ['none', 'read', 'change'], defaults: { ...forSuperAdmins('change'), Admin: 'read' } },
  billing: { levels: ['none', 'read', 'change'], defaults: { ...forEveryRole('read'), SuperAdmin: 'change' } },
  // By section 6 an Admin has no pages of them; the API answers an Admin, with the confidential fields of section 5.
  integrations: { levels: ['none', 'api', 'read', 'change'], defaults: { ...forSuperAdmins('change'), Admin: 'api' } },
  skills: { levels: ['none', 'change'], defaults: forSuperAdmins('change') },
  audit: { levels: ['none', 'read'], defaults: forSuperAdmins('read') },
} as const satisfies Record<string, Right>;

export type RightName = keyof typeof rights;
export type LevelOf<Name extends RightName> = (typeof rights)[Name]['levels'][number];
export type RightLevel = LevelOf<RightName>;

export const rightNames = Object.keys(rights) as readonly RightName[];

/** A company's changes of the defaults. */
export type RoleRights = { readonly [Name in RightName]?: Readonly<Partial<Record<Role, RightLevel>>> };

/** Every right of every role. */
export type RightsTable = { readonly [Name in RightName]: Readonly<Record<Role, RightLevel>> };

/** The lowest level a company can set, so that it stays manageable. */
const lowest: RoleRights = { people: { SuperAdmin: 'change' } };

/** The levels that a company can choose for a role. */
export function listChoices(right: RightName, role: Role): RightLevel[] {
  const floor = lowest[right]?.[role];
  return rights[right].levels.filter((level) => floor === undefined || isAtLeast(right, level, floor));
}

export function getLevel(changes: RoleRights | undefined, right: RightName, role: Role): RightLevel {
  const changed = changes?.[right]?.[role];
  return changed !== undefined && listChoices(right, role).includes(changed) ? changed : rights[right].defaults[role];
}

export function isAtLeast(right: RightName, level: RightLevel, least: RightLevel): boolean {
  const levels: readonly string[] = rights[right].levels;
  return levels.indexOf(level) >= levels.indexOf(least);
}

const mapTable = <Value>(toValue: (right: RightName, role: Role) => Value) =>
  Object.fromEntries(
    rightNames.map((right) => [right, Object.fromEntries(roles.map((role) => [role, toValue(right, role)]))]),
  );

export function toRightsTable(changes: RoleRights | undefined): RightsTable {
  return mapTable((right, role) => getLevel(changes, right, role)) as RightsTable;
}

export const defaultRights = toRightsTable(undefined);

/** Reduces a table to its differences from the defaults, which alone are stored. */
export function toRoleRights(table: RightsTable): RoleRights {
  const changes = rightNames.map((right) => {
    const changed = roles.filter((role) => table[right][role] !== rights[right].defaults[role]);
    return [right, Object.fromEntries(changed.map((role) => [role, table[right][role]]))] as const;
  });
  return Object.fromEntries(changes.filter(([, changed]) => Object.keys(changed).length > 0));
}
