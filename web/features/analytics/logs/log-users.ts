import type { User } from '#contract/users.ts';
import type { FilterOption } from '../../../ui/records/filter-options.ts';

const joint = '::';

type Person = Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>;

/** Users as the filter offers them: those with the same full name are one option that holds all their ids. */
export function mergeUsers(users: readonly Person[]): FilterOption[] {
  const byName = new Map<string, Person[]>();
  for (const user of users) {
    const name = toFullName(user);
    const namesakes = byName.get(name);
    if (namesakes) namesakes.push(user);
    else byName.set(name, [user]);
  }
  return [...byName]
    .map(([label, people]) => toOption(label, people))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Where names are equal, the addresses tell whom the option holds. */
function toOption(label: string, people: readonly Person[]): FilterOption {
  const value = people
    .map(({ id }) => id)
    .sort()
    .join(joint);
  if (people.length === 1) return { value, label };
  const emails = people.map(({ email }) => email).filter((email) => email !== '');
  return emails.length === 0 ? { value, label } : { value, label, detail: emails.sort().join(', ') };
}

/** The ids behind chosen options, each once. */
export function splitUserIds(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(joint)).filter((id) => id !== ''))];
}

/**
 * The chosen values as the options have them now: an address kept from before somebody with the same name came still
 * means that name. What no option knows stays as it is.
 */
export function alignChosenUsers(values: readonly string[], options: readonly FilterOption[]): string[] {
  const valueById = new Map(options.flatMap(({ value }) => value.split(joint).map((id) => [id, value] as const)));
  return [
    ...new Set(
      values.map(
        (value) =>
          splitUserIds([value])
            .map((id) => valueById.get(id))
            .find(Boolean) ?? value,
      ),
    ),
  ];
}

export function toFullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
