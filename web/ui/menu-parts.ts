import type { Menu } from '@mantine/core';
import { createContext, use } from 'react';

/** Mantine's parts of a menu, which are fetched with the first menu that opens. */
export const MenuParts = createContext<typeof Menu | undefined>(undefined);

export function useMenuParts(): typeof Menu {
  const parts = use(MenuParts);
  if (!parts) throw new Error('An entry of a menu stands outside of a Dropdown.');
  return parts;
}
