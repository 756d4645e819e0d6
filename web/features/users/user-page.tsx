import { useParams } from '@tanstack/react-router';
import { EditUser } from './edit-user.tsx';
import { NewUser } from './new-user.tsx';

/** `/users/addUser` and `/users/newUser` without an id, `/users/{id}` with one. */
export function UserPage() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewUser /> : <EditUser key={id} id={id} />;
}
