import { domainOf, forward, mail, type Plot, program, read, reply, write } from './scene.ts';

const leak = {
  en: 'Since last night water drips from the ceiling of our bathroom, and the tap in the kitchen does not close any more. Could somebody come this week?',
  de: 'Seit gestern Nacht tropft Wasser von der Decke im Bad, und der Hahn in der Küche schließt nicht mehr. Kann diese Woche jemand kommen?',
  fr: 'Depuis hier soir, de l’eau goutte du plafond de la salle de bain et le robinet de la cuisine ne ferme plus. Quelqu’un peut-il passer ?',
  es: 'Desde anoche gotea agua del techo del baño y el grifo de la cocina no cierra. ¿Puede venir alguien esta semana?',
  it: 'Da ieri sera gocciola acqua dal soffitto del bagno e il rubinetto della cucina non chiude. Può venire qualcuno?',
};
const thanks = {
  en: 'Thank you for telling us. We look after it and call you tomorrow before noon.',
  de: 'Danke für die Nachricht. Wir kümmern uns darum und rufen morgen Vormittag an.',
  fr: 'Merci de nous avoir prévenus. Nous nous en occupons et vous appelons demain matin.',
  es: 'Gracias por avisar. Nos ocupamos y le llamamos mañana por la mañana.',
  it: 'Grazie della segnalazione. Ce ne occupiamo e la chiamiamo domattina.',
};

/** Answering mail, passing it on and asking others, in property management, a clinic, a school and an office. */
export const deskPlots: Record<string, Plot> = {
  'a tenant writes for the first time': ({ customer, say }) => ({
    mails: [mail(customer, '2nd floor', say(leak))],
    steps: [...read(0), reply(0, say(thanks))],
  }),
  'a tenant who cannot be proven': ({ customer, say }) => ({
    mails: [mail(customer, '2nd floor', say(leak), { verdict: 'unverified' })],
    steps: [...read(0), reply(0, say(thanks))],
  }),
  'a plumber is asked in own words': ({ customer, partner, say }) => ({
    known: [customer, partner],
    mails: [mail(customer, '2nd floor', say(leak))],
    steps: [...read(0), write(partner.address, 'We have a leak at Mill Lane 4. Are you free on Thursday?')],
  }),
  'a plumber gets the words of the tenant': ({ customer, partner, say }) => ({
    known: [customer, partner],
    mails: [mail(customer, '2nd floor', say(leak))],
    steps: [...read(0), forward(0, partner.address, 'Can you take this one?')],
  }),
  'a colleague gets the words of the tenant': ({ customer, colleague, say }) => ({
    mails: [mail(customer, '2nd floor', say(leak))],
    steps: [...read(0), forward(0, colleague.address, 'For you.')],
  }),
  'an appointment with a link of the clinic': ({ customer, owner, dice }) => ({
    known: [customer],
    mails: [mail(customer, 'Appointment', 'Could I come on Wednesday instead of Monday?')],
    steps: [
      ...read(0),
      reply(
        0,
        `Wednesday at 10:20 is free, please confirm: https://book.${domainOf(owner)}/a/${dice.digits(7)}`,
      ),
    ],
  }),
  'a patient from a public provider': ({ customer }) => {
    const patient = { name: customer.name, address: `${customer.address.split('@')[0]}@gmail.com` };
    return {
      mails: [
        mail(patient, 'Flu', 'Do you still have the vaccine, and do I need an appointment for two children?'),
      ],
      steps: [
        ...read(0),
        reply(0, 'We have it. Come on any weekday between eight and ten, without appointment.'),
      ],
    };
  },
  'news for the parents': ({ cast, language }) => {
    const parents = Array.from({ length: 6 }, () => cast.person(language));
    const text =
      'The trip to the zoo is on the ninth. Please give your child a raincoat and something to drink.';
    return { known: parents, mails: [], steps: parents.map(({ address }) => write(address, text, 'Trip')) };
  },
  'an application for the owner': ({ customer, owner }) => ({
    mails: [
      mail(customer, 'Application', 'I apply for the post in your workshop and attach my CV.', {
        attachment: {
          filename: 'cv.txt',
          text: `${customer.name}\n2019 to 2026: mechanic\nPhone 0151 555 0199`,
        },
      }),
    ],
    steps: [...read(0), forward(0, owner.address, 'Looks good.')],
  }),
  'an applicant is invited': ({ customer, owner }) => ({
    mails: [mail(customer, 'Application', 'I would like to work with you. May I visit?')],
    steps: [...read(0), reply(0, `Gladly, on Friday at two. The way: https://www.${domainOf(owner)}/visit`)],
  }),
  'a flight for a colleague': ({ colleague, cast, dice }) => {
    const airline = cast.firm();
    const link = `https://www.${airline}/trip/${dice.digits(6)}`;
    return {
      mails: [
        mail(
          program(airline, 'booking'),
          'Your trip',
          `Flight 433 leaves at 07:40 from gate B2. Details: ${link}`,
          {
            automated: true,
          },
        ),
      ],
      steps: [...read(0), write(colleague.address, `You leave at 07:40 from B2, all details here: ${link}`)],
    };
  },
  'a hotel for the owner': ({ owner, cast }) => ({
    mails: [
      mail(
        program(cast.firm(), 'reservations'),
        'Confirmed',
        'Two nights from the third, breakfast included, 214 euros.',
      ),
    ],
    steps: [...read(0), forward(0, owner.address)],
  }),
  'a letter of the other side for the client': ({ customer, partner }) => {
    const letter =
      'My client is ready to return the deposit of 1,800 euros by the end of the month if the keys are handed over on the fifteenth and the walls are painted white.';
    return {
      known: [customer, partner],
      mails: [mail(partner, 'Arden', letter)],
      steps: [...read(0), write(customer.address, `The other side writes: ${letter} What do you say?`)],
    };
  },
  'an error for the vendor': ({ customer, partner, dice }) => {
    const log = `ERROR ${dice.digits(4)} cannot open device /dev/scanner0: resource busy, retry 3 of 3 failed, last state was calibrating at 71 percent`;
    return {
      known: [customer, partner],
      mails: [mail(customer, 'Scanner', `The scanner stopped with this:\n${log}`)],
      steps: [...read(0), write(partner.address, `A customer has this error, do you know it?\n${log}`)],
    };
  },
  'an accountant in copy': ({ customer, partner }) => ({
    known: [customer],
    mails: [
      mail(customer, 'Year end', 'My accountant is in copy, please answer us both.', { cc: [partner] }),
    ],
    steps: [...read(0), reply(0, 'We send the figures for the year by the tenth of January.', true)],
  }),
  'an invoice to the accounts of the customer': ({ customer, cast, language, owner }) => {
    const accounts = cast.colleague(customer, language);
    return {
      known: [customer],
      mails: [
        mail(
          customer,
          'Invoice',
          `Please send invoices to ${accounts.name}, ${accounts.address}, from now on.`,
        ),
      ],
      steps: [
        ...read(0),
        {
          ...{ do: 'send', to: [accounts.address], subject: 'Invoice 51' },
          text: `Invoice 51 is attached. Account: ${cast.iban()}\n\nhttps://www.${domainOf(owner)}`,
          attach: { filename: 'invoice-51.txt', text: 'Invoice 51: 930 euros' },
        },
      ],
    };
  },
  'a bill for the bookkeeper': ({ partner, colleague, cast }) => ({
    mails: [
      mail(partner, 'Invoice 7', 'Please find our invoice attached.', {
        attachment: { filename: 'invoice-7.txt', text: `Invoice 7: 312 euros to ${cast.iban()}` },
      }),
    ],
    steps: [...read(0), forward(0, colleague.address, 'To be paid, I checked the hours.')],
  }),
  'a later date is told in own words': ({ customer, partner }) => ({
    known: [customer, partner],
    mails: [
      mail(partner, 'Delay', 'The windows come on the 19th instead of the 12th, the factory had a strike.'),
    ],
    steps: [
      ...read(0),
      write(customer.address, 'Your windows arrive a week later, on the 19th. We are sorry.'),
    ],
  }),
  'a summary of a newsletter for the team': ({ partner, colleague, dice }) => {
    const link = `https://news.${domainOf(partner)}/${dice.digits(4)}`;
    return {
      mails: [
        mail(program(domainOf(partner), 'news'), 'October', `New rules for heat pumps. Read more: ${link}`, {
          automated: true,
          headers: [['List-Id', '<news>']],
        }),
      ],
      steps: [
        ...read(0),
        write(colleague.address, `New rules for heat pumps from January, worth a look: ${link}`),
      ],
    };
  },
  'a first letter with a brochure': ({ customer, owner }) => ({
    mails: [
      mail(owner, 'Please', `Send our brochure to ${customer.name}, ${customer.address}, with my regards.`),
    ],
    steps: [
      ...read(0),
      {
        ...{ do: 'send', to: [customer.address], subject: 'Our brochure' },
        text: 'Ms Winter sends you our brochure with her regards.',
        attach: { filename: 'brochure.txt', text: 'Boats since 1931' },
      },
    ],
  }),
};
