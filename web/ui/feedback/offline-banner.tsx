import { useOnline } from '../../lib/use-online.ts';
import { OfflineIcon } from '../drawings/icons.tsx';
import { NoticeBar } from './notice-bar.tsx';

export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <NoticeBar tone="amber" icon={<OfflineIcon size={18} />}>
      You appear to be offline. What you see may be out of date, and nothing can be saved until you are back.
    </NoticeBar>
  );
}
