import { Button } from '@mantine/core';
import { AlertIcon } from '../../ui/drawings/first-icons.tsx';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { SkeletonLine, SkeletonLines } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { Opened } from '../states.tsx';
import { longText, unbrokenName } from '../texts.ts';

const tones = ['amber', 'accent', 'red'] as const;

export const feedback: Family = {
  title: 'Feedback',
  samples: [
    {
      title: 'Toast',
      render: () => ({
        'every tone, long, without a break': (
          <Row gap={3} wrap>
            <ToastButton label="Success" text="The user was saved." tone="success" />
            <ToastButton label="Info" text="A new version is available." tone="info" />
            <ToastButton label="Error" text="The user could not be saved." tone="error" />
            <ToastButton label="Long" text={longText} tone="error" />
            <ToastButton label="Without a break" text={unbrokenName} tone="success" />
          </Row>
        ),
      }),
    },
    {
      title: 'Notice bar',
      render: () => ({
        'every tone': (
          <Stack gap={2}>
            {tones.map((tone) => (
              <NoticeBar key={tone} tone={tone} icon={<AlertIcon size={18} />}>
                {tone}
              </NoticeBar>
            ))}
          </Stack>
        ),
        'with a button, and long': (
          <NoticeBar tone="accent" action={<Button size="compact-sm">Reload</Button>}>
            {longText}
          </NoticeBar>
        ),
      }),
    },
    { title: 'Offline banner', render: () => ({ 'shown while the browser reports no network': <OfflineBanner /> }) },
    {
      title: 'Skeleton lines',
      render: () => ({
        one: <SkeletonLine width="40%" />,
        several: <SkeletonLines label="Loading" widths={['80%', '62%', '71%']} />,
      }),
    },
    {
      title: 'Page loader',
      render: () => ({ 'as high as the window': <Opened label="Show the loader">{() => <PageLoader />}</Opened> }),
    },
  ],
};

function ToastButton({ label, text, tone }: { label: string; text: string; tone: 'success' | 'info' | 'error' }) {
  return (
    <Button variant="default" onClick={() => showToast(text, tone)}>
      {label}
    </Button>
  );
}
