import { Cast } from '../cast.ts';
import { Dice, type Language, type Person, type Step, type Story, type StoryMail } from '../story.ts';

/**
 * Stories of other trades than the first set, written one by one after the rules. `text` of a plot has one wording for each
 * language in which it is told.
 */
export type Scene = {
  dice: Dice;
  cast: Cast;
  language: Language;
  owner: Person;
  colleague: Person;
  customer: Person;
  partner: Person;
  attacker: Person;
  /** The wording of this language. */
  say(wordings: Partial<Record<Language, string>>): string;
};
export type Plot = (scene: Scene) => Pick<Story, 'mails' | 'steps'> & Partial<Pick<Story, 'known' | 'owner'>>;

export const read = (...mails: number[]): Step[] => mails.map((mail) => ({ do: 'read', mail }));
export const write = (to: string | string[], text: string, subject = 'Hello'): Step => ({
  ...{ do: 'send', to: [to].flat(), subject, text },
});
export const reply = (mail: number, text: string, all = false): Step => ({ do: 'reply', mail, text, all });
export const forward = (mail: number, to: string, text = ''): Step => ({
  do: 'forward',
  mail,
  to: [to],
  text,
});
export const mail = (
  from: Person,
  subject: string,
  text: string,
  more: Partial<StoryMail> = {},
): StoryMail => ({
  ...{ from, subject, text: `${text}\n\n${from.name}` },
  ...more,
});
/** An address from which software of this company sends mail. */
export const program = (firm: string, local = 'no-reply'): Person => ({
  name: firm,
  address: `${local}@${firm}`,
});
export const domainOf = ({ address }: Person): string => address.split('@')[1]!;

export function storiesOf(
  kind: Story['kind'],
  plots: Record<string, Plot>,
  each: number,
  seed: number,
  languages: readonly Language[],
): Story[] {
  const dice = new Dice(seed);
  return Object.entries(plots).flatMap(([family, plot], at) =>
    Array.from({ length: each }, (_, turn): Story => {
      const language = languages[(at + turn) % languages.length]!;
      const cast = new Cast(dice);
      const owner = cast.owner(language);
      const colleague = cast.colleague(owner, language);
      const people = {
        customer: cast.person(language),
        partner: cast.person(language),
        attacker: cast.attacker(),
      };
      const say: Scene['say'] = (wordings) => wordings[language] ?? wordings.en!;
      const scene = { dice, cast, language, owner, colleague, say, ...people };
      return { kind, family, language, owner, known: [], ...plot(scene) };
    }),
  );
}
