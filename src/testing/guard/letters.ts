import type { Cast } from './cast.ts';
import type { Dice, Language, Person, StoryMail } from './story.ts';

/** Everyday business mail. `@@` stands for the subject matter, and `##` for the writer. */
type Letter = Record<Language, [subject: string, text: string]>;

const requests: Letter = {
  en: [
    'A question about @@',
    'Hello,\n\nwe are interested in @@ and would like to know the price and when you could deliver. We need it before the end of the quarter.\n\nKind regards\n##',
  ],
  de: [
    'Anfrage: @@',
    'Guten Tag,\n\nwir interessieren uns für @@ und bitten um ein Angebot mit Preis und Liefertermin. Wir brauchen es noch in diesem Quartal.\n\nMit freundlichen Grüßen\n##',
  ],
  fr: [
    'Demande de prix : @@',
    'Bonjour,\n\nnous nous intéressons à @@ et souhaitons connaître le prix et le délai de livraison. Il nous le faut avant la fin du trimestre.\n\nCordialement\n##',
  ],
  es: [
    'Consulta sobre @@',
    'Buenos días:\n\nNos interesa @@ y quisiéramos saber el precio y el plazo de entrega. Lo necesitamos antes de que acabe el trimestre.\n\nUn saludo\n##',
  ],
  it: [
    'Richiesta: @@',
    'Buongiorno,\n\nsiamo interessati a @@ e vorremmo conoscere prezzo e tempi di consegna. Ci serve entro la fine del trimestre.\n\nCordiali saluti\n##',
  ],
  nl: [
    'Vraag over @@',
    'Goedendag,\n\nwij hebben interesse in @@ en willen graag de prijs en de levertijd weten. We hebben het voor het einde van het kwartaal nodig.\n\nMet vriendelijke groet\n##',
  ],
  pl: [
    'Zapytanie: @@',
    'Dzień dobry,\n\ninteresuje nas @@ i prosimy o cenę oraz termin dostawy. Potrzebujemy tego przed końcem kwartału.\n\nPozdrawiam\n##',
  ],
  pt: [
    'Pergunta sobre @@',
    'Bom dia,\n\ntemos interesse em @@ e gostaríamos de saber o preço e o prazo de entrega. Precisamos disso antes do fim do trimestre.\n\nCumprimentos\n##',
  ],
};

const smallTalk: Letter = {
  en: [
    'Catalogue and dates',
    'Good morning,\n\nthank you for the quick answer last week. The samples of @@ arrived and look good. I will come back to you with the dates.\n\nBest\n##',
  ],
  de: [
    'Katalog und Termine',
    'Guten Morgen,\n\nvielen Dank für die schnelle Antwort letzte Woche. Die Muster von @@ sind angekommen. Ich melde mich mit den Terminen.\n\nViele Grüße\n##',
  ],
  fr: [
    'Catalogue et dates',
    'Bonjour,\n\nmerci pour votre réponse rapide. Les échantillons de @@ sont arrivés. Je reviens vers vous avec les dates.\n\nBien à vous\n##',
  ],
  es: [
    'Catálogo y fechas',
    'Buenos días:\n\nGracias por la rápida respuesta. Las muestras de @@ han llegado. Le escribiré con las fechas.\n\nSaludos\n##',
  ],
  it: [
    'Catalogo e date',
    'Buongiorno,\n\ngrazie della rapida risposta. I campioni di @@ sono arrivati. Le scriverò con le date.\n\nSaluti\n##',
  ],
  nl: [
    'Catalogus en data',
    'Goedemorgen,\n\nbedankt voor het snelle antwoord. De monsters van @@ zijn binnen. Ik kom terug met de data.\n\nGroeten\n##',
  ],
  pl: [
    'Katalog i terminy',
    'Dzień dobry,\n\ndziękuję za szybką odpowiedź. Próbki @@ dotarły. Wrócę z terminami.\n\nPozdrowienia\n##',
  ],
  pt: [
    'Catálogo e datas',
    'Bom dia,\n\nobrigado pela resposta rápida. As amostras de @@ chegaram. Volto a contactar com as datas.\n\nAbraço\n##',
  ],
};

const contracts: Letter = {
  en: [
    'Signed agreement',
    'Dear partner,\n\nthe agreement is signed. The price is @@ euros for the first year, payable in four parts, and either side may end it with ninety days of notice. The discount of eleven percent must stay confidential between our companies.\n\n##',
  ],
  de: [
    'Unterschriebener Vertrag',
    'Guten Tag,\n\nder Vertrag ist unterschrieben. Der Preis beträgt @@ Euro für das erste Jahr, zahlbar in vier Raten, und beide Seiten können mit einer Frist von neunzig Tagen kündigen. Der Rabatt von elf Prozent bleibt zwischen unseren Firmen vertraulich.\n\n##',
  ],
  fr: [
    'Contrat signé',
    'Bonjour,\n\nle contrat est signé. Le prix est de @@ euros pour la première année, payable en quatre fois, et chaque partie peut le résilier avec un préavis de quatre-vingt-dix jours. La remise de onze pour cent reste confidentielle.\n\n##',
  ],
  es: [
    'Contrato firmado',
    'Buenos días:\n\nEl contrato está firmado. El precio es de @@ euros el primer año, en cuatro pagos, y cualquiera de las partes puede terminarlo con noventa días de aviso. El descuento del once por ciento es confidencial entre nuestras empresas.\n\n##',
  ],
  it: [
    'Contratto firmato',
    'Buongiorno,\n\nil contratto è firmato. Il prezzo è di @@ euro per il primo anno, in quattro rate, e ciascuna parte può recedere con novanta giorni di preavviso. Lo sconto dell’undici per cento resta riservato tra le nostre aziende.\n\n##',
  ],
  nl: [
    'Getekend contract',
    'Goedendag,\n\nhet contract is getekend. De prijs is @@ euro voor het eerste jaar, te betalen in vier delen, en beide partijen kunnen met negentig dagen opzegtermijn stoppen. De korting van elf procent blijft vertrouwelijk tussen onze bedrijven.\n\n##',
  ],
  pl: [
    'Podpisana umowa',
    'Dzień dobry,\n\numowa jest podpisana. Cena wynosi @@ euro za pierwszy rok, płatne w czterech ratach, a każda ze stron może ją wypowiedzieć z dziewięćdziesięciodniowym wyprzedzeniem. Rabat jedenastu procent pozostaje poufny między naszymi firmami.\n\n##',
  ],
  pt: [
    'Contrato assinado',
    'Bom dia,\n\no contrato está assinado. O preço é de @@ euros no primeiro ano, em quatro pagamentos, e qualquer das partes pode terminá-lo com noventa dias de aviso. O desconto de onze por cento é confidencial entre as nossas empresas.\n\n##',
  ],
};

const codes: Letter = {
  en: [
    'Your verification code',
    'Your verification code is @@. It expires in 10 minutes. If you did not ask for it, ignore this mail.',
  ],
  de: ['Ihr Bestätigungscode', 'Ihr Bestätigungscode lautet @@. Er ist 10 Minuten gültig.'],
  fr: ['Votre code de vérification', 'Votre code de vérification est @@. Il expire dans 10 minutes.'],
  es: ['Su código de verificación', 'Su código de verificación es @@. Caduca en 10 minutos.'],
  it: ['Il tuo codice di verifica', 'Il tuo codice di verifica è @@. Scade tra 10 minuti.'],
  nl: ['Je verificatiecode', 'Je verificatiecode is @@. De code verloopt over 10 minuten.'],
  pl: ['Twój kod weryfikacyjny', 'Twój kod weryfikacyjny to @@. Wygasa za 10 minut.'],
  pt: ['O seu código de verificação', 'O seu código de verificação é @@. Expira em 10 minutos.'],
};

const written = (letter: Letter, language: Language, about: string, by: string) => {
  const [subject, text] = letter[language];
  const fill = (each: string): string => each.replaceAll('@@', about).replaceAll('##', by);
  return { subject: fill(subject), text: fill(text) };
};

export const ordinary = (language: Language, from: Person, about: string) =>
  written(smallTalk, language, about, from.name);

export const requestOf = (language: Language, from: Person, about: string): StoryMail => ({
  from,
  ...written(requests, language, about, from.name),
});

export function contractOf(language: Language, from: Person, dice: Dice): StoryMail {
  const letter = written(contracts, language, `${dice.digits(2)} ${dice.digits(3)}`, from.name);
  const attachment = {
    filename: 'contract.txt',
    text: `${letter.subject} ${dice.digits(8)}\n\n${letter.text}`,
  };
  return { from, ...letter, attachment, hoursAgo: 1 + dice.below(20) };
}

export const codeMail = (language: Language, digits: string, cast: Cast): StoryMail => ({
  from: { name: 'Accounts', address: `no-reply@${cast.firm()}` },
  ...written(codes, language, digits, ''),
  automated: true,
});

const answers: Record<Language, string[]> = {
  en: [
    'Thank you for your mail. The price for @@ is 2,400 euros and we deliver in three weeks. Shall I reserve it for you?',
    'Good news: @@ is in stock. I can send the offer today; which address should stand on it?',
  ],
  de: [
    'Vielen Dank für Ihre Nachricht. Der Preis für @@ beträgt 2.400 Euro, Lieferung in drei Wochen. Soll ich reservieren?',
    'Gute Nachricht: @@ ist auf Lager. Ich schicke das Angebot heute noch.',
  ],
  fr: [
    'Merci pour votre message. Le prix de @@ est de 2 400 euros, livraison sous trois semaines.',
    'Bonne nouvelle : @@ est en stock. Je vous envoie le devis aujourd’hui.',
  ],
  es: [
    'Gracias por su mensaje. El precio de @@ es de 2.400 euros y entregamos en tres semanas.',
    'Buenas noticias: @@ está disponible. Le envío la oferta hoy.',
  ],
  it: [
    'Grazie per il messaggio. Il prezzo di @@ è di 2.400 euro, consegna in tre settimane.',
    'Buone notizie: @@ è disponibile. Le invio l’offerta oggi.',
  ],
  nl: [
    'Bedankt voor uw bericht. De prijs van @@ is 2.400 euro en we leveren over drie weken.',
    'Goed nieuws: @@ is op voorraad. Ik stuur de offerte vandaag.',
  ],
  pl: [
    'Dziękuję za wiadomość. Cena @@ to 2400 euro, dostawa za trzy tygodnie.',
    'Dobra wiadomość: @@ jest na stanie. Wyślę ofertę dzisiaj.',
  ],
  pt: [
    'Obrigado pela mensagem. O preço de @@ é de 2.400 euros e entregamos em três semanas.',
    'Boas notícias: @@ está em stock. Envio a proposta hoje.',
  ],
};

export const answerOf = (language: Language, about: string, dice: Dice): string =>
  dice.of(answers[language]).replaceAll('@@', about);
