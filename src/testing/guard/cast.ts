import type { Dice, Language, Person } from './story.ts';

const firstNames: Record<Language, string[]> = {
  en: ['Grace', 'Owen', 'Priya', 'Leah', 'Marcus', 'Dana'],
  de: ['Anke', 'Jonas', 'Heike', 'Lukas', 'Sabine', 'Torsten'],
  fr: ['Camille', 'Hugo', 'Sylvie', 'Mathieu', 'Inès', 'Luc'],
  es: ['Lucía', 'Javier', 'Marta', 'Pablo', 'Carmen', 'Diego'],
  it: ['Giulia', 'Marco', 'Elena', 'Paolo', 'Chiara', 'Luca'],
  nl: ['Sanne', 'Bram', 'Lotte', 'Jeroen', 'Femke', 'Daan'],
  pl: ['Ewa', 'Piotr', 'Magda', 'Tomasz', 'Zofia', 'Jan'],
  pt: ['Inês', 'Rui', 'Beatriz', 'Tiago', 'Marta', 'João'],
};
const lastNames = [
  'Keller',
  'Okafor',
  'Moreau',
  'Ricci',
  'Visser',
  'Nowak',
  'Santos',
  'Hughes',
  'Lindqvist',
  'Brandt',
];
const firms = [
  ...[
    'northwind-parts',
    'helios-energy',
    'bluebird-travel',
    'kestrel-foods',
    'orchard-clinic',
    'summit-tools',
  ],
  ...['harbor-logistics', 'lumen-print', 'redstone-legal', 'willow-schools', 'atlas-freight', 'copper-cafe'],
];
const goods = [
  'the turbine blades',
  'forty office chairs',
  'the spring catalogue',
  'two cold-storage units',
  'the label printer',
];

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replace(/ +/g, '.');

/** Creates people, each of a company that nobody else in the story belongs to. */
export class Cast {
  readonly #dice: Dice;
  readonly #used = new Set<string>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  person(language: Language, firm = this.firm()): Person {
    const name = `${this.#dice.of(firstNames[language])} ${this.#dice.of(lastNames)}`;
    const address = `${plain(name)}@${firm}`;
    if (this.#used.has(address)) return this.person(language, firm);
    this.#used.add(address);
    return { name, address };
  }

  firm(): string {
    for (;;) {
      const firm = `${this.#dice.of(firms)}${this.#dice.below(900) + 100}.example`;
      if (this.#used.has(firm)) continue;
      this.#used.add(firm);
      return firm;
    }
  }

  /** The person who is responsible for the mailbox. */
  owner(language: Language): Person {
    return this.person(language, `home${this.#dice.below(9_000) + 1_000}.example`);
  }

  colleague(owner: Person, language: Language): Person {
    return this.person(language, owner.address.split('@')[1]!);
  }

  attacker(): Person {
    const firm = this.#dice.of([
      'secure-archive',
      'audit-desk',
      'fast-files',
      'mail-review',
      'vault-sync',
      'legal-intake',
    ]);
    return this.person('en', `${firm}${this.#dice.below(900) + 100}.example`);
  }

  goods(): string {
    return this.#dice.of(goods);
  }

  /** An account number with valid check digits. */
  iban(): string {
    const body = `${this.#dice.digits(8)}${this.#dice.digits(10)}`;
    const rest = [...`${body}131400`].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0);
    const iban = `DE${String(98 - rest).padStart(2, '0')}${body}`;
    return iban.replace(/(.{4})(?=.)/g, '$1 ');
  }
}

export const languages: readonly Language[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'];
