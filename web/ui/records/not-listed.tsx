import { Text } from '../layout/layout.tsx';

export const notListedText = 'Not in the user list';

/** Marks a person whom figures and logs name, and whom the list of users does not hold. */
export function NotListed({ isMapped }: { isMapped: boolean | undefined }) {
  if (isMapped !== false) return null;
  return (
    <Text
      as="span"
      size="sm"
      tone="faint"
      weight="plain"
      breaks="never"
      beside={2}
      title="Deleted, or only named in the reports of assistants."
    >
      {notListedText}
    </Text>
  );
}
