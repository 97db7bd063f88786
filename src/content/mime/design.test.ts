import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { designOf } from './design.ts';
import { designDoctype, designTags } from './design-attributes.ts';

const design = (html: string): string | null =>
  designOf(Buffer.from(`From: a@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`));

describe('the design of a message', () => {
  it.each([
    ['<!doctype html>', '<!DOCTYPE html>'],
    ['<!DOCTYPE html SYSTEM "about:legacy-compat">', '<!DOCTYPE html>'],
    [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
      '<!DOCTYPE html>',
    ],
    ['<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://x/">', 'XHTML 1.0 Transitional'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://x/">', 'XHTML 1.0 Transitional'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', ''],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', ''],
    ['<!doctype svg>', ''],
    ['', ''],
  ])('%j says how browsers lay it out', (doctype, kept) => {
    const html = design(`${doctype}<p>x</p>`) ?? '';
    expect(html.replace('<p>x</p>', '')).toContain(kept);
    expect(html.startsWith('<p>')).toBe(kept === '');
    expect(designDoctype(`!doctype ${'html '.repeat(20_000)}`)).toBe('');
  });

  it('has what the tags around it say of its look, and nothing else of them', () => {
    expect(
      design(
        '<html dir="rtl" onclick="x()"><head><title>T</title><base href="//e.example"><meta http-equiv="refresh" content="0"><meta name="color-scheme" content="light dark"></head><body bgcolor="#fff" text=red onload="x()" style="margin:0;behavior:url(x)" background="https://i.example/a.png">words</body></html>',
      ),
    ).toBe(
      '<html dir="rtl"><meta name="color-scheme" content="light dark"><body style="background-image:none;margin:0;" data-remote-style="background-image:url(https://i.example/a.png);margin:0;" text="red" bgcolor="#fff">words',
    );
  });

  it('leaves the ends of elements that browsers find by the doctype to them', () => {
    const open = '<p>a<table><tr><td>b<tr><td>c</table></p>';
    expect(design(open)).toBe(open);
    expect(design('<div><b>open')).toBe('<div><b>open</b></div>');
  });

  it('holds nothing that runs, loads or leaves its place', () => {
    const hostile = [
      '<body onload=x><svg><body style="position:fixed"><script>1</script></svg><iframe src=x></iframe>',
      '<html><body><form action=x><input><button>b</button></form><link rel=stylesheet href=//e><embed src=x>',
      '<table background="javascript:x"><td background="https://e.example/&quot;)">a<img src=x onerror=x srcset="//e 2x">',
      '<p style="background:url(https://e.example/a);position:absolute;top:-9px" class="a&quot; onclick=&quot;x">',
      '<style>@import url(//e);a{background:url(//e)}</style><style></style ><img src=//e></style>',
      '<fieldset><legend id="x">l</legend></fieldset><nobr onclick=x>n</nobr><dir><menu><big>b',
    ].join('\n');
    const seen: string[] = [];
    new Parser({
      onopentag(name, attributes) {
        seen.push(name);
        for (const [attribute, value] of Object.entries(attributes)) {
          expect(attribute).not.toMatch(/^(on|srcset|action|formaction|background$)/);
          if (attribute === 'style') expect(value).not.toMatch(/url|position|behavior/);
          if (attribute === 'src') expect(value).toMatch(/^(cid|data):/);
        }
      },
    }).end(design(hostile) ?? '');
    expect(seen).toEqual(expect.arrayContaining([...designTags].filter((tag) => tag !== 'acronym')));
    for (const tag of ['script', 'svg', 'iframe', 'form', 'input', 'button', 'link', 'embed', 'base'])
      expect(seen).not.toContain(tag);
  });
});
