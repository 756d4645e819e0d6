import type { ReactNode } from 'react';

/** A field of the form that is a list of texts. */
export interface ListFieldProps {
  entries: readonly string[];
  /** What is wrong with the list; true marks it without words. */
  error: ReactNode;
  /** Of the form, which finds the field by them when it gets the focus. */
  pathProps: object;
  onChange: (change: (entries: string[]) => string[]) => void;
}

/** Takes one entry out; another one with the same text stays. */
export const withoutPlace = (place: number) => (entries: string[]) => entries.filter((_, index) => index !== place);
