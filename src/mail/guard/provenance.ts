import type { Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { digestOf } from './digest.ts';
import { publicProviders } from './facts.ts';
import { findReads, type ReadRow } from './repository.ts';
import type { Provenance } from './schema.ts';
import { amountsIn } from './text/amounts.ts';
import { marksOf } from './text/marks.ts';
import { sharedPassage } from './text/passages.ts';
import { holdsPart, skeletonOf, spells } from './text/skeleton.ts';
import { wordsOf } from './text/words.ts';

/** A message that waits for approval, as its reviewer sees it. */
export type Reviewed = {
  id: string;
  subject: string;
  text: string | null;
  html: string | null;
  to: readonly { address: string }[];
  cc: readonly { address: string }[];
  bcc: readonly { address: string }[];
};

const SHOWN = 10;
/** A shared passage of at least this many characters is unlikely to be coincidence. */
const PASSAGE = 40;

/**
 * The messages that the same key had read before a send, with what they share with it. Those that share something come first,
 * the others in the order in which they were read.
 */
export async function provenanceOf(db: Queryable, message: Reviewed): Promise<Provenance[]> {
  const reads = await findReads(db, message.id);
  const found = reads.map((read) => ({ ...asProvenance(read), shares: sharesOf(read, message) }));
  return found.sort((a, b) => b.shares.length - a.shares.length).slice(0, SHOWN);
}

const asProvenance = ({ id, thread_id, sender, subject, verdict, passage }: ReadRow) => ({
  ...{ message_id: id, thread_id, from: sender, subject, is_proven: verdict === 'pass', passage },
});

function sharesOf(read: ReadRow, { subject, text, html, to, cc, bcc }: Reviewed): Provenance['shares'] {
  const digest = digestOf({ text: read.text, html: read.html, files: null, steering: [] });
  const whole = [subject, text ?? '', html ?? ''].join('\n\n');
  const marks = marksOf(whole);
  const amounts = amountsIn(read.text);
  const addresses = [...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase());
  const has = {
    recipient: addresses.some(
      (address) =>
        address === read.sender ||
        digest.addresses.has(address) ||
        digest.skeleton.includes(skeletonOf(address)) ||
        (!publicProviders.has(organisationOf(address)) && spells(digest.skeleton, organisationOf(address))),
    ),
    link: [...marks.linkDomains].some((domain) => digest.linkDomains.has(domain)),
    account: [...marks.accounts].some(
      (account) => digest.accounts.has(account) || holdsPart(digest.skeleton, account),
    ),
    amount: [...amountsIn(whole)].some((each) => amounts.has(each)),
    wording: sharedPassage(wordsOf(whole), (each) => digest.shingles.has(each), PASSAGE) !== null,
  };
  return (Object.keys(has) as (keyof typeof has)[]).filter((each) => has[each]);
}
