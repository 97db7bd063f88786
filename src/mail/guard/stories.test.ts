import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackStories, politeAttackStories } from '#testing/guard/attacks.ts';
import { busy } from '#testing/guard/busy.ts';
import { costOfGuard } from '#testing/guard/cost.ts';
import { figuresOf, report } from '#testing/guard/figures.ts';
import { honestStories } from '#testing/guard/honest.ts';
import { laterAttacks } from '#testing/guard/later/attacks.ts';
import { laterHonest } from '#testing/guard/later/honest.ts';
import { type Outcome, openStage, play } from '#testing/guard/play.ts';
import type { Story } from '#testing/guard/story.ts';
import { tellStories } from '#testing/guard/told.ts';
import { openWorld, type World } from '#testing/identities.ts';

// The gate plays twenty stories. `npm run guard:evaluate` plays all of them and prints the figures of docs/threat-model.md.
// GUARD_STORIES=second plays one of the sets. GUARD_OUTCOMES=file writes the outcome of each story to the file, one per line.
// With GUARD_BUSY=40, each mailbox has received 40 other mails before. Only English has enough stories for that.

const wanted = process.env.GUARD_STORIES ?? '';
const plays = wanted === 'all';
/** The clock stands still while a stage's stories play, so one key has only the requests of one minute for all of them. */
const STORIES_OF_A_KEY = 40;
const received = Number(process.env.GUARD_BUSY ?? 0);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const some = <T>(stories: T[], count: number): T[] =>
  plays ? stories : stories.filter((_, at) => at % Math.floor(stories.length / count) === 0).slice(0, count);

async function playAll(stories: readonly Story[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let stage = await openStage(world);
  for (const [at, story] of stories.entries()) {
    if (received > 0 || at % STORIES_OF_A_KEY === STORIES_OF_A_KEY - 1) {
      world.time.now = new Date(world.time.now.getTime() + 61_000);
      stage = await openStage(world);
    }
    const outcome = await play(stage, story);
    outcomes.push(outcome);
    if (process.env.GUARD_OUTCOMES)
      appendFileSync(process.env.GUARD_OUTCOMES, `${JSON.stringify(outcome)}\n`);
  }
  return outcomes;
}

it(
  'attacks are held, and honest work is sent',
  async () => {
    const polite = plays ? await playAll(politeAttackStories()) : [];
    const later = plays ? await playAll([...laterAttacks(), ...laterHonest()]) : [];
    const told: Record<string, Outcome[]> = {};
    for (const set of ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'dressed'] as const)
      if (plays) told[set] = await playAll(tellStories(set));
    const figures = figuresOf(await playAll([...some(attackStories(), 8), ...some(honestStories(), 12)]));
    if (plays)
      process.stdout.write(
        `${report(figures)}\n\nThe same in the tone of business mail:\n${report(figuresOf(polite))}\n\n` +
          `Other trades, written after the rules:\n${report(figuresOf(later))}\n\n` +
          `Told by hand:\n${report(figuresOf(told.second ?? []))}\n\n` +
          `Told by hand after the rules:\n${report(figuresOf(told.third ?? []))}\n\n` +
          `Told by a writer who had not seen the rules:\n${report(figuresOf(told.fourth ?? []))}\n\n` +
          `Told by another such writer, with the proportions of real days:\n${report(figuresOf(told.fifth ?? []))}\n\n` +
          `Told by a third one, after the rules were tuned on that:\n${report(figuresOf(told.sixth ?? []))}\n\n` +
          `Told by a fourth one, who had not seen the rules:\n${report(figuresOf(told.seventh ?? []))}\n\n` +
          `Attacks in new dresses:\n${report(figuresOf(told.dressed ?? []))}\n`,
      );
    expect(figures.missed).toEqual([]);
    expect([figures.reached, figures.flagged]).toEqual([0, 1]);
    expect(figures.honestHeld).toBeLessThanOrEqual(0.1);
  },
  plays ? 1_200_000 : 60_000,
);

const sets: Record<string, () => Story[]> = {
  first: () => [...attackStories(), ...honestStories()],
  polite: politeAttackStories,
  later: () => [...laterAttacks(), ...laterHonest()],
  second: () => tellStories('second'),
  third: () => tellStories('third'),
  fourth: () => tellStories('fourth'),
  fifth: () => tellStories('fifth'),
  sixth: () => tellStories('sixth'),
  seventh: () => tellStories('seventh'),
  dressed: () => tellStories('dressed'),
};

it.runIf(wanted in sets)('one set of stories', { timeout: 1_200_000 }, async () => {
  const stories = sets[wanted]!();
  const others =
    received > 0 ? ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].flatMap(tellStories) : [];
  const filled = stories
    .filter(({ language }) => language === 'en')
    .map((story, at) => busy(story, others, received, at));
  const figures = figuresOf(await playAll(received > 0 ? filled : stories));
  process.stdout.write(`${wanted}:\n${report(figures)}\n`);
});

// `npm run guard:cost` sets the numbers of messages that the mailboxes have received.
const mailboxes = (process.env.GUARD_COST ?? '').split(',').filter(Boolean);

it.runIf(mailboxes.length > 0)('cost', { timeout: 3_600_000 }, async () => {
  for (const count of mailboxes) process.stdout.write(`${await costOfGuard(world, Number(count))}\n`);
});
