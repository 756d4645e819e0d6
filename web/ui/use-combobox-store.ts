import { useCombobox, type ComboboxStore, type UseComboboxOptions } from '@mantine/core';
import { useMemo, useState } from 'react';

/** Mantine's store, and the id of its active option for `aria-activedescendant`, which Mantine sets on arrow keys only. */
export function useComboboxStore(options?: UseComboboxOptions) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const mantineStore = useCombobox(options);
  const { selectFirstOption, selectNextOption, selectPreviousOption, resetSelectedOption } = mantineStore;
  const moves = useMemo(() => {
    const keepId = (select: () => string | null) => () => {
      const id = select();
      setActiveId(id);
      return id;
    };
    return {
      selectFirstOption: keepId(selectFirstOption),
      selectNextOption: keepId(selectNextOption),
      selectPreviousOption: keepId(selectPreviousOption),
      resetSelectedOption: () => {
        resetSelectedOption();
        setActiveId(null);
      },
    };
  }, [selectFirstOption, selectNextOption, selectPreviousOption, resetSelectedOption]);
  const store: ComboboxStore = { ...mantineStore, ...moves };
  return { store, activeId: activeId ?? undefined };
}
