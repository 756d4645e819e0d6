import { toFullName } from '#web/records/conversations/full-name.ts';
import type { ListedUser } from '#features/people/contract/users.ts';
import { notListedText } from '#web/ui/records/not-listed.tsx';
import { unmappedId } from '#contract/conversations/conversations.ts';
import type { FilterOption } from '#web/ui/filters/filter-options.ts';

const joint = '::';

type Person = Pick<ListedUser, 'id' | 'firstName' | 'lastName' | 'email' | 'isMapped'>;

/** Options of the user filter. Users with the same full name are one option with all their ids. */
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

/** The option of several users shows their e-mails; one who is not in the list of users says so. */
function toOption(label: string, people: readonly Person[]): FilterOption {
  const value = people
    .map(({ id }) => id)
    .sort()
    .join(joint);
  if (people.every(({ id, isMapped }) => isMapped === false && id !== unmappedId)) {
    return { value, label, detail: notListedText };
  }
  const [only] = people;
  if (people.length === 1) return { value, label, ...(only?.email && { words: only.email }) };
  const emails = people.map(({ email }) => email).filter((email) => email !== '');
  return emails.length === 0 ? { value, label } : { value, label, detail: emails.sort().join(', ') };
}

/** Distinct ids of the chosen options. */
export function splitUserIds(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(joint)).filter((id) => id !== ''))];
}

/**
 * Maps chosen values to those of the present options, because a second user with the same name changes the value of an
 * option. Unknown values stay.
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
