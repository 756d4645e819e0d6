import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import { paths } from '../../paths.ts';
import { DropdownLink } from '../../ui/dropdown.tsx';

/** The tray of the files that were prepared for the reader, with the number of those that are ready. */
export function MyFilesLink() {
  // The entry is there in any case; without an answer it has no number.
  const { data = [] } = useQuery(queries.exports.listFiles.queryOptions({ throwOnError: false }));
  const ready = data.filter(({ state }) => state === 'ready').length;
  return (
    <DropdownLink renderLink={(props) => <Link {...props} to={paths.downloads()} />}>
      {ready === 0 ? 'My files' : `My files (${formatCount(ready)})`}
    </DropdownLink>
  );
}
