import { Text } from '../layout/layout.tsx';

/** The label of an optional field (section 5). */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      <span>{children}</span>{' '}
      <Text as="span" tone="faint" weight="plain">
        Optional
      </Text>
    </>
  );
}
