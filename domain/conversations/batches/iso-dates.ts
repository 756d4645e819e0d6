/** ISO 8601 as databases and programs write it: a blank for the T, hours alone as offset, no colon in it, a comma in seconds. */
const usual =
  /^(?<day>\d{4}-\d\d-\d\d)[Tt ](?<time>\d\d:\d\d(?::\d\d)?)(?:[.,](?<part>\d+))? ?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?)$/;
/** ISO 8601 that the schemas take unchanged. */
const strict = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

function toIsoDate(text: string): string {
  if (strict.test(text)) return text;
  const found = usual.exec(text)?.groups;
  if (!found) return text;
  const { day, time, part, zone = 'Z' } = found;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return `${day}T${time}${part === undefined ? '' : `.${part}`}${sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`}`;
}

const dateNames = ['date', 'reportedAt', 'approvedAt'];
const listNames = ['messages', 'requests', 'turns'];

/** An item of a batch with its times as the schemas take them; the item itself where they are so already. */
export function withIsoDates(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  let changed: Record<string, unknown> | undefined;
  const fields = item as Readonly<Record<string, unknown>>;
  const set = (name: string, value: unknown) => {
    if (value !== fields[name]) changed = { ...fields, ...changed, [name]: value };
  };
  for (const name of dateNames) {
    const date = fields[name];
    if (typeof date === 'string') set(name, toIsoDate(date));
  }
  for (const name of listNames) {
    const list = fields[name];
    if (!Array.isArray(list)) continue;
    const read = list.map(withIsoDates);
    if (read.some((each, place) => each !== list[place])) set(name, read);
  }
  if (fields['rating'] !== undefined) set('rating', withIsoDates(fields['rating']));
  return changed ?? item;
}
