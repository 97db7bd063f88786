import { expect, type Page, test as plain } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';
import { expectWhole } from './page-watch.ts';

// The output of a screen reader on the main journeys: roles, names, levels and states, in order. A part that loses
// its name, or a heading of the wrong level, fails here although the page looks the same.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const main = (page: Page) => page.getByRole('main');

plain('signing in is one form', async ({ page }) => {
  await page.goto('/console/sign-in');
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in to Proofmail" [level=1]
      - paragraph: /We will mail you a code and a link|This deployment has no operator yet/
      - textbox "Email address"
      - button "Continue"
      - button "Use a passkey"
  `);
  await expectWhole(page);
});

test('mail is found, opened, answered and searched by ear', async ({ signedIn: page, session }) => {
  const { tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, {
    username: 'aloud',
    display_name: 'Aloud',
    owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  });
  await deliver(target, [
    {
      from: 'Grace Hopper <grace@navy.example>',
      to: mailbox.primary_address,
      subject: 'The timetable of the ferries',
      text: 'Could you send us the timetable of the ferries? Please answer by Friday.',
      attachments: [{ filename: 'harbour.txt', content: 'The harbour of Kiel.' }],
    },
  ]);
  await arrived(target, mailbox.id, 1);
  await page.goto(`/console/mail/${mailbox.id}`);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - complementary:
      - button /Aloud/
      - link /Write/
      - navigation "Console":
        - heading "Mail" [level=2]
        - heading "Workspace" [level=2]
        - heading "Developers" [level=2]
      - button /Account of .+/
    - main:
      - region "Conversations":
        - heading "Inbox" [level=1]
        - button "Filter"
        - navigation "Views":
          - link "Inbox"
          - link "Unread"
          - link "Needs reply"
          - link "Sent"
          - link "Archive"
        - list:
          - listitem:
            - link /Unread Grace Hopper .*The timetable of the ferries/
            - checkbox "Select The timetable of the ferries"
      - heading "No conversation is open" [level=2]
    - region "Messages"
  `);
  await expectWhole(page);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(main(page)).toMatchAriaSnapshot(`
    - heading "The timetable of the ferries" [level=1]
    - button "Labels"
    - button /Mark as (un)?read/
    - button "Archive"
    - article "Message from Grace Hopper":
      - button /Grace Hopper Unverified/ [expanded]
      - button "Who sent this?"
      - paragraph: Could you send us the timetable of the ferries? Please answer by Friday.
      - list "Attachments":
        - listitem:
          - button "Preview harbour.txt"
          - link "Download harbour.txt"
      - button "Header fields"
      - button "Raw message"
    - button "Reply"
    - button "Reply to all"
    - button "Forward"
  `);
  await expectWhole(page);

  await page.keyboard.press('r');
  const reply = page.getByRole('form', { name: 'Reply' });
  await expect(reply.getByLabel('Message', { exact: true })).toBeFocused();
  await page.keyboard.type('By the evening.');
  await expect(reply).toMatchAriaSnapshot(`
    - form "Reply":
      - button /Remove .*grace@navy.example/
      - combobox "To"
      - button "Cc, Bcc"
      - textbox "Message": By the evening.
      - paragraph: Will be sent to grace@navy.example
      - button "Send"
      - button "Attach files"
      - button "Discard"
  `);
  await expectWhole(page);

  await page.goto(`/console/mail/${mailbox.id}/search?q=ferries&mode=keyword`);
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Search" [level=1]
      - search:
        - combobox "Search mail": ferries
      - group "How to search":
        - button "Words" [pressed]
      - list "Results":
        - listitem:
          - link /The timetable of the ferries/
      - complementary "Narrow the search":
        - region "From":
          - heading "From" [level=2]
  `);
  await expectWhole(page);
});

test('a message that waits is heard with its reasons before it is approved', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, {
    username: 'asks',
    owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  });
  await api(target, 'PATCH', `/v1/tenants/${tenantId}`, { policy: { sending: { approval: 'always' } } });
  await api(target, 'POST', `/v1/identities/${mailbox.id}/messages`, {
    to: ['grace@outside.example'],
    subject: 'Heard before it goes',
    text: 'Dear Grace, the ferry leaves at nine.',
  });
  await page.goto('/console/approvals');
  const card = page.getByRole('article', { name: 'Heard before it goes' });
  await card.getByRole('button', { expanded: false }).click();
  await expect(card).toMatchAriaSnapshot(`
    - article "Heard before it goes":
      - checkbox "Select Heard before it goes"
      - button /Heard before it goes .*To grace@outside.example/ [expanded]
      - region "Why it waits":
        - heading "Why it waits" [level=2]
        - list:
          - listitem: The policy requires approval for every message.
      - button "Approve"
  `);
  await expectWhole(page);
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(card).toBeHidden();
  await api(target, 'PATCH', `/v1/tenants/${tenantId}`, { policy: { sending: { approval: 'never' } } });
});
