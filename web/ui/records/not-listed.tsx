import { Text } from '../layout/layout.tsx';

export const notListedText = 'Not in the user list';

/** Marks a person whom figures and logs name, and whom the list of users does not hold. */
export function NotListed({ isMapped }: { isMapped: boolean | undefined }) {
  if (isMapped !== false) return null;
  // The blank is for screen readers, which would read name and mark as one word.
  return (
    <>
      {' '}
      <Text
        as="span"
        size="sm"
        tone="faint"
        weight="plain"
        breaks="never"
        beside={1}
        title="Deleted, or only named in the reports of assistants."
      >
        {notListedText}
      </Text>
    </>
  );
}
