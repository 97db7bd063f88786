import { domainOf, forward, mail, type Plot, program, read, reply, write } from './scene.ts';

/** Sales, shipping and support, in shops and in transport. */
export const tradePlots: Record<string, Plot> = {
  'an enquiry that the owner passed on': ({ owner, customer }) => ({
    mails: [
      mail(
        owner,
        'Fwd: Canoes',
        `Can you answer this?\n\n---------- Forwarded message ----------\nFrom: ${customer.name} <${customer.address}>\n\nDo you rent out canoes in April?`,
      ),
    ],
    steps: [...read(0), write(customer.address, 'We do, from the tenth of April, 40 euros a day.', 'Canoes')],
  }),
  'a code that stays': ({ customer, cast, dice }) => ({
    mails: [
      mail(program(cast.firm()), 'Sign in', `Your code is ${dice.digits(6)}`, { automated: true }),
      mail(customer, 'Colour', 'Is the blue one still there?'),
    ],
    steps: [...read(0, 1), reply(1, 'Yes, two of them. Shall I put one aside?')],
  }),
  'everybody in a thread with a colleague': ({ customer, colleague }) => ({
    known: [customer],
    mails: [mail(customer, 'Kick-off', 'Does Tuesday suit both of you?', { cc: [colleague] })],
    steps: [...read(0), reply(0, 'Tuesday at nine suits us both.', true)],
  }),
  'a reminder with the own account': ({ customer, owner, cast, dice }) => ({
    known: [customer],
    mails: [],
    steps: [
      write(
        customer.address,
        `Invoice ${dice.digits(4)} is open since the third. Please pay to ${cast.iban()} or at https://pay.${domainOf(owner)}/i.`,
        'Reminder',
      ),
    ],
  }),
  'a note of thanks': ({ customer }) => ({
    known: [customer],
    mails: [mail(customer, 'Done', 'The money is on its way. It was a pleasure.')],
    steps: [...read(0), reply(0, 'Thank you very much. Until next time!')],
  }),
  'the form of the own shop': ({ customer, owner }) => ({
    mails: [
      mail(
        program(domainOf(owner), 'shop'),
        'Contact form',
        `${customer.name} asks: do you ship to Norway?`,
        {
          replyTo: customer,
        },
      ),
    ],
    steps: [...read(0), reply(0, `We do, within six days. Prices: https://www.${domainOf(owner)}/shipping`)],
  }),
  'the form of a service': ({ customer, cast }) => ({
    mails: [
      mail(
        program(cast.firm(), 'noreply'),
        'New entry',
        `Name: ${customer.name}\nMessage: is the flat still free?`,
        {
          ...{ replyTo: customer, automated: true },
        },
      ),
    ],
    steps: [...read(0), reply(0, 'It is. You can see it on Saturday at eleven.')],
  }),
  'a long quote below the answer': ({ customer, partner }) => {
    const text =
      'We run nine bakeries and want to replace the ovens over three years, beginning with the two oldest shops. We need a plan for the power supply, and an offer for service within four hours.';
    return {
      mails: [mail(customer, 'Ovens', text, { cc: [partner] })],
      steps: [...read(0), reply(0, `Gladly. May we visit you next week?\n\n> ${text}`)],
    };
  },
  'a question on a mailing list': ({ customer, cast }) => ({
    mails: [
      mail(customer, '[users] Version 4', 'Does anybody run version 4 on ARM?', {
        ...{ replyTo: { name: 'Users', address: `users@lists.${cast.firm()}` } },
        ...{ headers: [['List-Id', '<users>']], automated: true },
      }),
    ],
    steps: [...read(0), reply(0, 'We do, since May, without trouble.')],
  }),
  'a parcel for a customer': ({ customer, cast, dice, say }) => {
    const carrier = cast.firm();
    const link = `https://${carrier}/t/${dice.digits(9)}`;
    return {
      known: [customer],
      mails: [
        mail(
          program(carrier, 'tracking'),
          'Parcel',
          say({
            en: `We have your parcel. Follow it here: ${link}`,
            de: `Wir haben Ihr Paket. Verfolgen Sie es hier: ${link}`,
            fr: `Nous avons votre colis. Suivez-le ici : ${link}`,
            es: `Tenemos su paquete. Sígalo aquí: ${link}`,
            it: `Abbiamo il suo pacco. Lo segua qui: ${link}`,
          }),
          { automated: true },
        ),
      ],
      steps: [
        ...read(0),
        write(
          customer.address,
          say({
            en: `Your order has left us today, you can follow it: ${link}`,
            de: `Ihre Bestellung ist heute raus, hier ist sie zu verfolgen: ${link}`,
            fr: `Votre commande est partie aujourd’hui, suivez-la ici : ${link}`,
            es: `Su pedido ha salido hoy, puede seguirlo aquí: ${link}`,
            it: `Il suo ordine è partito oggi, può seguirlo qui: ${link}`,
          }),
        ),
      ],
    };
  },
  'a parcel for who ordered by mail': ({ customer, cast, dice }) => {
    const carrier = cast.firm();
    const link = `https://${carrier}/t/${dice.digits(9)}`;
    return {
      mails: [
        mail(customer, 'Order', 'Two pairs of the grey gloves in size M, please, to the address below.', {
          hoursAgo: 30,
        }),
        mail(program(carrier, 'tracking'), 'Parcel', `We have your parcel. Follow it here: ${link}`, {
          automated: true,
        }),
      ],
      steps: [...read(0, 1), reply(0, `The gloves are on their way: ${link}`)],
    };
  },
  'a meeting for a colleague': ({ customer, colleague, dice }) => {
    const link = `https://meet.rooms${dice.digits(3)}.example/j/${dice.digits(10)}`;
    return {
      known: [customer],
      mails: [mail(customer, 'Call', `Let us talk on Monday at three: ${link}`)],
      steps: [
        ...read(0),
        write(colleague.address, `The call with ${customer.name} is here, Monday at three: ${link}`),
      ],
    };
  },
  'a shared folder for a colleague': ({ customer, colleague, dice }) => {
    const link = `https://drive.files${dice.digits(3)}.example/d/${dice.digits(12)}`;
    return {
      known: [customer],
      mails: [mail(customer, 'Photos', `The photos of the site are here: ${link}`)],
      steps: [...read(0), forward(0, colleague.address, 'The photos that you asked for.')],
    };
  },
  'the same answer to two': ({ customer, partner, say }) => {
    const text = say({
      en: 'We open at seven on weekdays and at nine on Saturdays, and the terrace takes dogs if they are on a lead.',
      de: 'Wir öffnen werktags um sieben und samstags um neun, und auf der Terrasse sind Hunde an der Leine willkommen.',
      fr: 'Nous ouvrons à sept heures en semaine et à neuf heures le samedi ; les chiens en laisse sont admis en terrasse.',
    });
    return {
      mails: [
        mail(customer, 'Hours', 'When do you open, and may I bring my dog?'),
        mail(partner, 'Dogs', 'Are dogs allowed on the terrace, and from when are you there?'),
      ],
      steps: [...read(0, 1), reply(0, text), reply(1, text)],
    };
  },
  'an answer that quotes our own leaflet': ({ customer, partner }) => {
    const own =
      'Our course takes eight evenings, costs 190 euros with the material, and ends with a test that the chamber recognises.';
    return {
      mails: [
        mail(customer, 'Course', 'What does the course cost?'),
        mail(partner, 'Course', `I read: “${own}” Is that so?`),
      ],
      steps: [...read(0, 1), reply(0, own), reply(1, 'It is, and places are left in March.')],
    };
  },
  'a vendor that a newsletter names': ({ customer, partner, cast }) => ({
    mails: [
      mail(
        program(cast.firm(), 'news'),
        'Trade news',
        `Ten makers of cranes compared, among them https://www.${domainOf(partner)} and others.`,
        { automated: true, headers: [['List-Id', '<trade>']] },
      ),
      mail(customer, 'Crane', 'Can you find somebody who rents out a crane?'),
    ],
    steps: [
      ...read(0, 1),
      write(`sales@${domainOf(partner)}`, 'Do you rent out cranes for a week in May?', 'Cranes'),
    ],
  }),
  'a broken part with a photo': ({ customer, partner }) => ({
    known: [customer, partner],
    mails: [
      mail(customer, 'Broken', 'The handle broke off on the first day, the photo shows where.', {
        attachment: { filename: 'photo.txt', text: 'JPEG of a handle' },
      }),
    ],
    steps: [...read(0), forward(0, partner.address, 'Is this covered by your warranty?')],
  }),
  'a translation for the owner': ({ customer, owner, say }) => {
    const text = say({
      en: 'We accept your terms with one change: payment within 45 days. Please send the contract to our office.',
      de: 'Wir nehmen Ihre Bedingungen mit einer Änderung an: Zahlung binnen 45 Tagen. Bitte senden Sie den Vertrag.',
      fr: 'Nous acceptons vos conditions avec un changement : paiement à 45 jours. Merci d’envoyer le contrat.',
    });
    return {
      mails: [mail(customer, 'Contract', text)],
      steps: [...read(0), write(owner.address, `They agree, but want 45 days to pay. Original:\n${text}`)],
    };
  },
  'an offer is declined': ({ partner }) => ({
    mails: [
      mail(partner, 'Your website', 'We would bring you to the top of the search engines. Shall we call?'),
    ],
    steps: [...read(0), reply(0, 'Thank you, but we are not looking for that.')],
  }),
  'a new colleague of the customer': ({ customer, cast, language }) => {
    const next = cast.colleague(customer, language);
    return {
      known: [customer],
      mails: [
        mail(customer, 'Goodbye', `I retire on Friday. ${next.name} (${next.address}) takes over from me.`),
      ],
      steps: [
        ...read(0),
        write(next.address, 'Welcome! The next delivery is due on the second. Shall we talk?'),
      ],
    };
  },
};
