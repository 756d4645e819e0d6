import type { ReactNode } from 'react';
import { FileButton } from './file-button.tsx';

interface TextFileButtonProps {
  /** The input's name for screen readers: 'CSV file'. */
  label: string;
  /** Extensions and types, as the input's `accept`. */
  accept: string;
  isDisabled?: boolean;
  onText: (text: string) => void;
  children: ReactNode;
}

/** A button that reads a file of text in the browser. */
export function TextFileButton({ onText, ...props }: TextFileButtonProps) {
  return <FileButton {...props} onFile={(file) => void file.text().then(onText)} />;
}
