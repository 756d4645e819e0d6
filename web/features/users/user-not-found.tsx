import { useRouter } from '@tanstack/react-router';

/** The portal's not-found page, in place of a user that does not exist. */
export function NobodyFound() {
  const { defaultNotFoundComponent: NotFound } = useRouter().options;
  return NotFound && <NotFound isNotFound routeId={undefined} />;
}
