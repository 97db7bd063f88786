import type { PageSink } from './pages.ts';
import { relationships } from './relationships.ts';
import { readXml } from './xml.ts';
import type { ZipMembers } from './zip-members.ts';

/**
 * One page for each sheet (more for a long one): its name, then its rows with tabs between the values. Numbers and
 * dates are as they are stored, without the format that a program shows them in.
 */
export function readSpreadsheet(members: ZipMembers, sink: PageSink): void {
  const targets = relationships(members, 'xl/_rels/workbook.xml.rels');
  const strings = sharedStrings(members);
  const sheets: { title: string; part: string }[] = [];
  readXml(members.text('xl/workbook.xml') ?? '', {
    open(name, attributes) {
      if (name === 'sheet')
        sheets.push({
          title: attributes.name ?? '',
          part: `xl/${targets.get(attributes['r:id'] ?? attributes.id ?? '')}`,
        });
    },
  });
  if (sheets.length === 0) throw new Error('No sheets in it.');
  for (const { title, part } of sheets)
    sink.unpaged(`${title}\n${readSheet(members.text(part) ?? '', strings, sink)}`);
}

/** ECMA-376 part 1, 18.4.8; phonetic readings (rPh) are left out. */
function sharedStrings(members: ZipMembers): string[] {
  const strings: string[] = [];
  let inText = false;
  let inPhonetic = false;
  readXml(members.text('xl/sharedStrings.xml') ?? '', {
    open(name) {
      if (name === 'si') strings.push('');
      else if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(text) {
      if (inText && !inPhonetic && strings.length > 0) strings[strings.length - 1] += text;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
    },
  });
  return strings;
}

/** ECMA-376 part 1, 18.3.1.4: `t` of a cell says what its value means. */
function readSheet(xml: string, strings: readonly string[], sink: PageSink): string {
  const rows: string[][] = [];
  let type = '';
  let value = '';
  let inValue = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        sink.count('\n');
        rows.push([]);
      } else if (name === 'c') {
        type = attributes.t ?? '';
        value = '';
      } else if (name === 'v' || name === 't') inValue = true;
    },
    text(text) {
      if (inValue) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') {
        sink.count('\t');
        rows.at(-1)?.push(sink.count(shown(type, value, strings)));
      }
    },
  });
  return rows.map((row) => row.join('\t')).join('\n');
}

function shown(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? '';
  return type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value;
}
