import { organisationOf } from '#mailbox/contacts/index.ts';
import { Dice, type Story, type StoryMail } from './story.ts';

/** Hours between two older mails. The last of them came twice as long before the story. */
const BETWEEN = 3;

/**
 * The same story in a mailbox that is in use. `count` mails of other stories in its language came before it, from organisations
 * that have no part in it. Words and figures of a short story are otherwise unique; here some recur by coincidence, as in a
 * real mailbox.
 */
export function busy(story: Story, others: readonly Story[], count: number, seed: number): Story {
  const own = new Set([
    ...[story.owner, ...story.known, ...story.mails.map(({ from }) => from)].map(organisation),
    ...story.steps.flatMap((step) => ('to' in step ? step.to.map(organisationOf) : [])),
  ]);
  const pool = others
    .filter((other) => other !== story && other.kind === 'honest' && other.language === story.language)
    .flatMap((other) => other.mails.filter(({ from }) => organisation(from) !== organisation(other.owner)))
    .filter(({ from }) => !own.has(organisation(from)));
  const dice = new Dice(seed);
  const picked: StoryMail[] = [];
  while (picked.length < count && pool.length > 0) picked.push(...pool.splice(dice.below(pool.length), 1));
  const older = picked.map((mail, at) => ({ ...mail, hoursAgo: BETWEEN * (picked.length - at + 1) }));
  return {
    ...story,
    mails: [...older, ...story.mails],
    steps: story.steps.map((step) => ('mail' in step ? { ...step, mail: step.mail + older.length } : step)),
  };
}

const organisation = ({ address }: { address: string }): string => organisationOf(address);
