import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { chooseCompany } from '../../api/chosen-company.ts';
import { hiddenPageStore, type HiddenPage } from '../../api/session/page-person.ts';
import { browser } from '../../lib/browser.ts';
import { useStore } from '../../lib/create-store.ts';
import { settings } from '../../lib/settings.ts';
import { discardUnsavedInput } from '../../lib/unsaved-input.ts';
import { paths } from '../../paths.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import styles from '../routes/routes.module.css';

type Person = HiddenPage['person'];

const toName = (person: Person) => (person ? `${person.firstName} ${person.lastName}` : 'the person of this page');
const toAddress = (person: Person) => (person ? ` (${person.email})` : '');

/** The words for a page that is hidden because no one, someone else, or the same person for another company is signed in. */
function describe({ person, signedIn }: HiddenPage) {
  const name = `${toName(person)}${toAddress(person)}`;
  const kept = 'It will be lost if you close or reload this tab.';
  if (signedIn === null) {
    return {
      title: 'You are signed out',
      texts: [
        `What was entered here is not saved. It is kept in this tab, and hidden until ${name} signs in again in another tab. ${kept}`,
      ],
      discard: 'Leave without saving',
    };
  }
  const isSameAccount = person !== undefined && signedIn?.accountId === person.accountId;
  const other = signedIn ? toName(signedIn) : 'someone else';
  const company = signedIn?.companyName ?? 'another company';
  return {
    title: isSameAccount ? `You signed in to ${company}` : 'Another person signed in',
    texts: [
      isSameAccount
        ? `In another tab of this browser you signed in to ${company}.`
        : `${signedIn ? `${other}${toAddress(signedIn)}, ${company},` : 'Someone else'} signed in to the portal in another tab of this browser.`,
      `What ${toName(person)} entered here is not saved. It is kept in this tab and hidden, and is never saved as ${isSameAccount ? `a user of ${company}` : other}. To continue with it, log out in the other tab and sign in as ${name}${isSameAccount ? ` for ${person.companyName}` : ''}. ${kept}`,
    ],
    discard: isSameAccount ? `Discard it and open ${company}` : `Discard it and continue as ${other}`,
  };
}

/** In place of a hidden page, until its person is signed in again or what was entered is discarded. */
export function HiddenPageNotice() {
  const hidden = useStore(hiddenPageStore);
  return hidden && createPortal(<Notice hidden={hidden} />, document.body);
}

function Notice({ hidden }: { hidden: HiddenPage }) {
  const { title, texts, discard } = describe(hidden);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement, title: former } = document;
    document.title = settings.brand.product;
    heading.current?.focus({ preventScroll: true });
    return () => {
      document.title = former;
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, []);
  const leave = () => {
    discardUnsavedInput();
    chooseCompany(undefined);
    browser.reload();
  };
  return (
    <div
      data-hidden-page-notice
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="hidden-page"
      className={styles.whole}
    >
      <Stack align="start" pad={[12, 0, 16]} measure={34} tone="faint" className={styles.message}>
        <h1 id="hidden-page" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {texts.map((text) => (
          <Text key={text} above={4} tone="soft">
            {text}
          </Text>
        ))}
        <Row as="p" above={4} gap={5} align="stretch" tone="soft">
          <Button variant="default" onClick={leave}>
            {discard}
          </Button>
          {hidden.signedIn === null && (
            <Button component="a" href={paths.login()} target="_blank">
              Sign in in a new tab
            </Button>
          )}
        </Row>
      </Stack>
    </div>
  );
}
