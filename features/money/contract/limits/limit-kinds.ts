const askSuperAdmin = 'Ask a SuperAdmin to raise it';

/** Kinds of limits that an answer of authorize can name, with how to get more; without schemas, because pages read them. */
export const limitKinds = {
  account: { label: 'Account', whose: 'Your company’s', more: askSuperAdmin },
  skill: { label: 'Skill', whose: 'This skill’s', more: askSuperAdmin },
  department: { label: 'Department', whose: 'Your department’s', more: askSuperAdmin },
  key: { label: 'Intake key', whose: 'This assistant’s', more: askSuperAdmin },
  person: { label: 'Person', whose: 'Your own', more: 'Ask for more on your profile' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly whose: string; readonly more: string }>
>;

export type LimitKind = keyof typeof limitKinds;

export const limitKindNames = Object.keys(limitKinds) as [LimitKind, ...LimitKind[]];

/** Kinds of owners of limits. `eachPerson` is the limit of every person without an own one. */
export const limitOwners = {
  person: {
    label: 'Persons',
    heading: 'Person',
    one: 'person',
    none: 'No one has an own limit, or is near the limit of each person.',
  },
  department: { label: 'Departments', heading: 'Department', one: 'department', none: 'No department has a limit.' },
  key: { label: 'Intake keys', heading: 'Intake key', one: 'key', none: 'No intake key has a limit.' },
} as const;

export type LimitOwner = keyof typeof limitOwners;

export const limitOwnerNames = Object.keys(limitOwners) as [LimitOwner, ...LimitOwner[]];
