import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';

const deceptive = ['prompt_injection', 'phishing_link', 'impersonation', 'credential_request'];

/** Whether the reader found something in a message that speaks against following it. */
const isRisky = ({ risk_flags }: Candidate): boolean => risk_flags.some((flag) => deceptive.includes(flag));

/** Proven mail of the workspace itself, or of its owner. Other workspaces write from the platform's domain, too. */
export const isOfOwner = (
  { sender, verdict, is_own }: Candidate,
  { ownOrganisations, send }: Facts,
): boolean =>
  sender !== null &&
  verdict === 'pass' &&
  (is_own ||
    sender === send.identity.owner_email?.toLowerCase() ||
    (organisationOf(sender) !== organisationOf(send.mailDomain) &&
      ownOrganisations.has(organisationOf(sender))));

/** Proven mail of somebody whom the identity has written to. */
export const isCorrespondent = ({ verdict, written_to_sender }: Candidate): boolean =>
  verdict === 'pass' && written_to_sender > 0;

/** The same, without risks. */
export const isEstablished = (candidate: Candidate): boolean =>
  isCorrespondent(candidate) && !isRisky(candidate);

/** Local parts that programs write from (RFC 2142 and custom): nobody reads an answer to them. */
const machines =
  /^(?:no-?reply|do-?not-?reply|(?:contact|web|kontakt)?-?form(?:ular|ulaire|ulario|ulier)?s?|website|web|mailer|notifications?|notify)$/;

/** Mail that a program sent: nobody there waits for an answer. */
export const isOfMachine = ({ sender, automated, is_list }: Candidate): boolean =>
  automated || is_list || machines.test(sender?.split('@')[0] ?? '');

/** Whether all of these addresses have the message already: its sender and those it names as recipients. */
export function isKnownTo(candidate: Candidate, addresses: readonly { address: string }[]): boolean {
  const parties = new Set([
    candidate.sender,
    ...[...candidate.to, ...candidate.cc].map(({ address }) => address.toLowerCase()),
  ]);
  return addresses.every(({ address }) => parties.has(address));
}

/** How a sender is called in a text for people. */
export const senderOf = ({ sender }: Candidate): string => sender ?? 'an unknown sender';
