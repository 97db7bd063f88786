import { readMessage } from '#content/reading/index.ts';
import { type GeneratedMail, makeCollection } from './search-collection.ts';
import { type Collection, readCollection } from './search-judged.ts';
import type { SearchBench } from './search-mailbox.ts';

/** The number of generated messages that are added to each judged mailbox. */
const OTHERS = Number(process.env.EVALUATE_OTHERS ?? 2_800);

/** A judged collection in a separate mailbox, not indexed yet. */
export type Filled = Collection & {
  name: string;
  identityId: string;
  /** The path for its searches. */
  path: string;
  /** The name of each judged message; empty for the generated ones. */
  nameOf: ReadonlyMap<string, string>;
};

export async function fillJudged(bench: SearchBench, name: string): Promise<Filled> {
  const collection = await readCollection(name);
  const others = makeCollection(11, OTHERS, 0).mails.map((mail) => ({
    ...mail,
    id: '',
    // The companies must differ from those of the judged mail.
    from: { ...mail.from, address: mail.from.address.replace('.example', '-group.example') },
  }));
  const judged = collection.mails.map((mail) => ({ ...mail, read: readAsReceived(mail) }));
  const mails = [...others, ...judged].toSorted((a, b) => b.age - a.age);
  const { identityId, messageIds } = await bench.fill(mails);
  const nameOf = new Map(messageIds.map((id, place) => [id, mails[place]!.id]));
  return { ...collection, name, identityId, path: `/v1/identities/${identityId}/search`, nameOf };
}

/** The language and the risks that inbound processing would store. */
function readAsReceived({ from, subject, text }: GeneratedMail): GeneratedMail['read'] {
  const { risks, spam_probability, reading } = readMessage({
    ...{ from, reply_to: [], subject, text, extracted_text: text, html: null },
    ...{ headers: [], automated: false, attachments: [] },
  });
  return { language: reading.language, risk_flags: risks, spam_score: spam_probability };
}
