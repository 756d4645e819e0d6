import type { ReactNode } from 'react';

/** A form field with a list of texts. */
export interface ListFieldProps {
  entries: readonly string[];
  /** The problem of the list; true marks the field without a message. */
  error: ReactNode;
  /** The attributes by which the form focuses the field. */
  pathProps: object;
  onChange: (change: (entries: string[]) => string[]) => void;
  /** Text in the helper field that is not added yet. */
  pending: string;
  onPending: (text: string) => void;
}

/** Removes one entry, and keeps others with the same text. */
export const withoutPlace = (place: number) => (entries: string[]) => entries.filter((_, index) => index !== place);
