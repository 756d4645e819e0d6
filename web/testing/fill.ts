import type { UserEvent } from '@testing-library/user-event';

/** Puts a text into a field at once, as by the clipboard. Typed, each character renders the whole form. */
export async function fill(person: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await person.click(field);
  await person.paste(text);
}
