import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens a menu by its button and chooses an entry; again where a dialog that closes gives the focus back, which closes the menu. */
export async function chooseEntry(person: UserEvent, menu: string, entry: string): Promise<void> {
  const button = await screen.findByRole('button', { name: menu });
  await waitFor(async () => {
    if (button.getAttribute('aria-expanded') === 'false') await person.click(button);
    await person.click(screen.getByRole('menuitem', { name: entry }));
  });
}
