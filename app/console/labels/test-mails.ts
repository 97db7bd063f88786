import type { TestMail } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';

type State = { name: string; tone: Tone; meaning: string };

export const testMailStates: Record<TestMail['status'], State> = {
  queued: { name: 'Leaving', tone: 'neutral', meaning: 'It is being passed to the server that sends it.' },
  sent: { name: 'Sent', tone: 'accent', meaning: 'It has left. Most mail arrives within a minute.' },
  captured: {
    name: 'Kept here',
    tone: 'warn',
    meaning: 'This deployment keeps outgoing mail instead of sending it, so no receiver can see it.',
  },
  failed: {
    name: 'Not sent',
    tone: 'bad',
    meaning: 'The server that sends for the domain did not accept it.',
  },
  received: { name: 'Received', tone: 'good', meaning: 'This is what the receiver saw.' },
  bounced: { name: 'Bounced', tone: 'bad', meaning: 'A server on the way sent it back.' },
  missing: {
    name: 'Not arrived',
    tone: 'bad',
    meaning:
      'It was sent more than 10 minutes ago and has not arrived. Check the log of the server that sends it, and check that the MX record of the deployment names this server.',
  },
};

/** We cannot see how mail to an external address arrives. */
export const sentElsewhere =
  'It has left. Open its source in your mail program, and look for Authentication-Results: spf, dkim and dmarc should pass.';

export const testMailRecipients: Record<TestMail['kind'], string> = {
  receiver: 'To the test receiver',
  identity: 'To an identity',
  member: 'To the member who sent it',
};

type Finding = TestMail['findings'][number];

export const findingNames: Record<Finding['check'], string> = {
  dmarc: 'DMARC',
  spf: 'SPF',
  dkim: 'DKIM',
  return_path: 'Return path',
  from: 'Sender',
  tls: 'Encryption',
  server: 'Sending server',
};

export const findingStates: Record<Finding['state'], { name: string; tone: Tone }> = {
  good: { name: 'Good', tone: 'good' },
  warn: { name: 'Needs attention', tone: 'warn' },
  bad: { name: 'Wrong', tone: 'bad' },
};
