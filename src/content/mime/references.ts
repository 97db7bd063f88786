import { calendarUids } from './calendar-uids.ts';
import { isTrackingNumber, trackingCandidates } from './tracking-numbers.ts';
import type { ParsedAttachment, Reference } from './types.ts';

const MAX_TEXT = 50_000;
const MAX_REFERENCES = 50;
const MAX_VALUE = 64;

/** A number of letters, digits and their separators that holds at least one digit: `INV-2026/118`, `4829`. */
const number = String.raw`([A-Za-z\d](?:[A-Za-z\d]|[-_/.](?=[A-Za-z\d])){1,39})`;
/** The text between a name and its number: `no.`, `#`, `Nr.`, `n°`, `number:` and the like. */
const between = `(?: ?(?:number|numero|número|nummer|num|no|nr|nº|n°|id|reference|ref|confirmation|номер|№|番号|号|번호))?[ .]{0,2}[:：#№]?[ ]{0,2}(?:is |ist |est |es |is: )?#?`;

const names = {
  order: `order|purchase order|po|bestellung|bestellnummer|auftrag|auftragsnummer|commande|pedido|ordine|bestelling|bestelnummer|beställning|ordre|tilaus|tilausnumero|zamówienie|zamówienia|objednávka|заказ|заказа|замовлення|sipariş|παραγγελία|طلب|הזמנה|注文|订单|訂單|주문`,
  invoice: `invoice|bill|rechnung|rechnungsnummer|facture|factura|fatura|fattura|factuur|factuurnummer|faktura|fakturanummer|lasku|счет|счёт|рахунок|τιμολόγιο|فاتورة|חשבונית|請求書|发票|發票|청구서`,
  ticket: `ticket|case|support request|incident|vorgang|vorgangsnummer|fall|dossier|caso|incidencia|chamado|zaak|ärende|sag|sak|zgłoszenie|тикет|обращение|заявка|talep|チケット|工单|티켓`,
};

const patterns = (Object.entries(names) as [keyof typeof names, string][]).map(
  ([kind, list]) =>
    [
      kind,
      new RegExp(`(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}\\d])(?:${list})${between}${number}`, 'giu'),
    ] as const,
);
/** `[#4821]`, `[Ticket#2026112110000042]`, `[ABC-1234]` in a subject: how help desks mark theirs. */
const subjectTags =
  /\[(?:(?:ticket|case|request)\s?)?#\s?([\p{L}\d-]{2,39})\]|\[([A-Z][A-Z\d]{1,9}-\d{1,9})\]/giu;

/**
 * References of a message outside mail (spec 2.6, `refs[]`): named numbers of orders, invoices and tickets, tracking
 * numbers with a correct check digit if the carrier has one, and UIDs of calendar entries (RFC 5545). At most 50,
 * each once, ordered by kind.
 */
export function findReferences(message: {
  subject: string;
  text: string;
  attachments: readonly ParsedAttachment[];
}): Reference[] {
  const text = `${message.subject}\n${message.text.slice(0, MAX_TEXT)}`;
  const found = new Map<string, Reference>();
  const add = (kind: Reference['kind'], value: string): void => {
    const key = `${kind} ${value.toLowerCase()}`;
    if (found.size < MAX_REFERENCES && !found.has(key)) found.set(key, { kind, value });
  };
  for (const uid of calendarUids(message.attachments)) add('calendar_uid', uid);
  for (const candidate of trackingCandidates(text))
    if (isTrackingNumber(candidate)) add('tracking', candidate.value);
  const told = linesWithNumbers(text);
  for (const [kind, pattern] of patterns)
    for (const [, value] of told.matchAll(pattern)) if (isNumber(value!)) add(kind, value!);
  for (const [, tagged, key] of message.subject.matchAll(subjectTags)) {
    const value = tagged ?? key!;
    if (isNumber(value)) add('ticket', value);
  }
  return [...found.values()];
}

const twoDigits = /\d.*\d/;
const anyName = new RegExp(Object.values(names).join('|'));

/**
 * No name and number stand on two lines, and most lines lack one of them: those are not looked through with the patterns, which
 * take ten times as long.
 */
const linesWithNumbers = (text: string): string =>
  text
    .split('\n')
    .filter((line) => twoDigits.test(line) && anyName.test(line.toLowerCase()))
    .join('\n');

/** At least two digits, and neither a date nor a year alone. */
const isNumber = (value: string): boolean =>
  value.length <= MAX_VALUE &&
  (value.match(/\d/g)?.length ?? 0) >= 2 &&
  !/^(?:19|20)\d\d$/.test(value) &&
  !/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(value) &&
  !/^\d{1,3}[.]\d{2}$/.test(value);
