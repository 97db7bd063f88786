import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';

// refs[] (interface-spec 2.6): orders, invoices, tickets, tracking numbers with their check digits, calendar UIDs.

const refsOf = (subject: string, text: string) =>
  parseMessage(
    Buffer.from(`Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`),
  ).refs.map(({ kind, value }) => `${kind} ${value}`);

describe('references', () => {
  it.each([
    ['Your order #A-4829', ['order A-4829']],
    ['Invoice INV-2026/118 for PO 77120', ['order 77120', 'invoice INV-2026/118']],
    ['Rechnung Nr. 118204', ['invoice 118204']],
    ['Facture n° F2026-77', ['invoice F2026-77']],
    ['Pedido: 615302', ['order 615302']],
    ['[#55102] Printer', ['ticket 55102']],
    ['[SUP-4821] Printer', ['ticket SUP-4821']],
    ['Re: Ticket number: 99381273', ['ticket 99381273']],
    ['In order to meet in 2026', []],
    ['The order of 12/12/2026', []],
    ['In case 3 of us come', []],
  ])('in the subject %s', (subject, expected) => {
    expect(refsOf(subject, 'x').sort()).toEqual(expected.sort());
  });

  it('are found in other scripts, each once', () => {
    expect(
      refsOf('x', '注文番号：482913 をご確認ください\nЗаказ № 481502\nЗАКАЗ № 481502\n订单602118已发货'),
    ).toEqual(['order 482913', 'order 481502', 'order 602118']);
  });

  it.each([
    ['UPS', 'Sent by UPS: 1Z999AA10123456784', '1Z999AA10123456784'],
    ['UPS in groups', '1Z 999 AA1 01 2345 6784', '1Z999AA10123456784'],
    ['a postal service (UPU S10)', 'RA123456785GB', 'RA123456785GB'],
    ['FedEx Express', 'FedEx tracking number 986578788855', '986578788855'],
    ['FedEx Ground', 'Track your parcel: 041441760228964', '041441760228964'],
    ['USPS', 'USPS Tracking 9400 1112 0108 0805 4830 16', '9400111201080805483016'],
    ['DHL Express', 'DHL waybill 3318810025', '3318810025'],
    ['DHL, by its prefix', 'Sendungsnummer JJD000390007882823415', 'JJD000390007882823415'],
  ])('of %s', (_, text, value) => {
    expect(refsOf('x', text)).toEqual([`tracking ${value}`]);
  });

  it.each([
    ['UPS with a wrong check digit', '1Z999AA10123456785'],
    ['a postal one with a wrong check digit', 'RA123456784GB'],
    ['FedEx with a wrong check digit', 'FedEx tracking number 986578788856'],
    ['digits that nothing names', 'Call 986578788855'],
  ])('are not %s', (_, text) => {
    expect(refsOf('x', text)).toEqual([]);
  });

  it('of calendars are their UIDs, folded lines joined, inline or attached', () => {
    const event = (uid: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const raw =
      'Subject: Meeting\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n' +
      '--m\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nhi\r\n' +
      `--a\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${event('040000008200E00074C5B7101A82E008\r\n 00000000@x.example')}\r\n--a--\r\n` +
      `--m\r\nContent-Type: application/octet-stream; name=x.ics\r\n\r\n${event('second')}\r\n--m--\r\n`;
    expect(parseMessage(Buffer.from(raw)).refs).toEqual([
      { kind: 'calendar_uid', value: '040000008200E00074C5B7101A82E00800000000@x.example' },
      { kind: 'calendar_uid', value: 'second' },
    ]);
  });

  it('are at most 50', () => {
    const text = Array.from({ length: 500 }, (_, n) => `order ${10_000 + n}`).join('\n');
    expect(refsOf('x', text)).toHaveLength(50);
  });

  it.each(['order ', '1Z', '1 ', '1Z999AA1', '[#', 'UID:', 'order #-', 'RA 123 '])(
    'are looked for in a megabyte of %j',
    (piece) => {
      expect(() => refsOf(piece.repeat(300), piece.repeat(200_000))).not.toThrow();
    },
  );
});
